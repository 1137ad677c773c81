import type { KeyChange, Seals } from '../ports/login.ts'

/** An address of a storage that new files went to before. A storage has several until the newest one has been proved. */
export interface NewFormerStorage {
  /** As files know it. */
  readonly name: string
  /** Its address with key and secret. */
  readonly sealed: string
  /** When new files went there last. */
  readonly leftAt: Date
}

export interface FormerStorage extends NewFormerStorage {
  readonly id: number
}

export const formerStorage = (
  name: string,
  address: string,
  { seals, leftAt }: { readonly seals: Seals; readonly leftAt: Date },
): NewFormerStorage => ({ name, sealed: seals.seal(address, purposeOf(name)), leftAt })

/** @throws Error when it was sealed with another key */
export const addressOfFormer = ({ name, sealed }: NewFormerStorage, seals: Seals): string =>
  seals.open(sealed, purposeOf(name))

/** Null for one that was sealed with another key. */
export function knownAddressOf(former: NewFormerStorage, seals: Seals): string | null {
  try {
    return addressOfFormer(former, seals)
  } catch {
    return null
  }
}

/** @throws Error when it cannot be opened */
export const resealedStorage = (name: string, sealed: string, { before, after }: KeyChange): string =>
  after.seal(before.open(sealed, purposeOf(name)), purposeOf(name))

const purposeOf = (name: string): string => `former storage:${name}`
