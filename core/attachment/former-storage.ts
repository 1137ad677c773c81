import { wholeSeals, type ProductPurpose } from '../own-seals.ts'
import type { KeyChange, Seals } from '../ports/login.ts'

/** A former address for new files. A storage has several of them until the newest has been verified. */
export interface NewFormerStorage {
  /** The name stored with files. */
  readonly name: string
  /** Its address with key and secret. */
  readonly sealed: string
  /** When it was last used for new files. */
  readonly leftAt: Date
}

export interface FormerStorage extends NewFormerStorage {
  readonly id: number
}

export const formerStorage = (
  name: string,
  address: string,
  { seals, leftAt }: { readonly seals: Seals; readonly leftAt: Date },
): NewFormerStorage => ({ name, sealed: wholeSeals(seals).seal(address, purposeOf(name)), leftAt })

/**
 * In place of the name of a storage that only its plugin can tell, while that is missing or switched off. Files are in
 * no storage of this name.
 */
export const namelessOf = (kind: string): string => `${kind}://`
export const isNameless = ({ name }: NewFormerStorage): boolean => name.endsWith('://')
/** Whether it may be the storage of this name, which is known for certain once it is opened. */
export const mayBeNamed = (former: NewFormerStorage, name: string): boolean =>
  former.name === name || (isNameless(former) && name.startsWith(former.name))

/** @throws Error when it was sealed with another key */
export const addressOfFormer = ({ name, sealed }: NewFormerStorage, seals: Seals): string =>
  wholeSeals(seals).open(sealed, purposeOf(name))

/** Null for one sealed with another key. */
export function knownAddressOf(former: NewFormerStorage, seals: Seals): string | null {
  try {
    return addressOfFormer(former, seals)
  } catch {
    return null
  }
}

/** @throws Error when it cannot be unsealed */
export const resealedStorage = (name: string, sealed: string, { before, after }: KeyChange): string =>
  after.seal(before.open(sealed, purposeOf(name)), purposeOf(name))

const purposeOf = (name: string): ProductPurpose => `former storage:${name}`
