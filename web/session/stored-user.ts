import { ownName, ownNamesIn } from './own-names.ts'

const KEY = 'user_info'

/** What is kept of the account on this device. Never its token: that is in a cookie which scripts cannot read (threats T3). */
export interface StoredUser {
  readonly username: string
  readonly name: string
}

export const storeUser = ({ username, name }: StoredUser): void =>
  localStorage.setItem(ownName(KEY), JSON.stringify({ username, name }))

/** Somebody has logged in or out in another window of this browser. */
export const isOfStoredUser = ({ key }: StorageEvent): boolean => key === ownName(KEY) || key === null

/** Leaves nothing of an account on this device (spec §4). */
export function forgetAccount(): void {
  for (const name of ownNamesIn(localStorage)) localStorage.removeItem(ownName(name))
}
