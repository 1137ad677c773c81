import type { KeyChange, Seals } from '../ports/login.ts'

/** A storage that new files went to before, kept as long as anything lies in it. */
export interface FormerStorage {
  /** As files know it. */
  readonly name: string
  /** Its address with key and secret. */
  readonly sealed: string
  /** When new files went there last. */
  readonly leftAt: Date
}

export const formerStorage = (
  name: string,
  address: string,
  { seals, leftAt }: { readonly seals: Seals; readonly leftAt: Date },
): FormerStorage => ({ name, sealed: seals.seal(address, purposeOf(name)), leftAt })

/** @throws Error when it was sealed with another key */
export const addressOfFormer = ({ name, sealed }: FormerStorage, seals: Seals): string =>
  seals.open(sealed, purposeOf(name))

/** @throws Error when it cannot be opened */
export const resealedStorage = (name: string, sealed: string, { before, after }: KeyChange): string =>
  after.seal(before.open(sealed, purposeOf(name)), purposeOf(name))

const purposeOf = (name: string): string => `former storage:${name}`
