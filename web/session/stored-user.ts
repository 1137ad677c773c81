import { ownName, ownNamesIn } from './own-names.ts'

const KEY = 'user_info'

/** Account data stored on this device. Never its token: that is in a cookie inaccessible to scripts (threats T3). */
export interface StoredUser {
  readonly username: string
  readonly name: string
}

export const storeUser = ({ username, name }: StoredUser): void =>
  localStorage.setItem(ownName(KEY), JSON.stringify({ username, name }))

/** Somebody has logged in or out in another window of this browser. */
export const isOfStoredUser = ({ key }: StorageEvent): boolean => key === ownName(KEY) || key === null

/** Removes all data of an account from this device (spec §4). */
export function forgetAccount(): void {
  for (const name of ownNamesIn(localStorage)) localStorage.removeItem(ownName(name))
}
