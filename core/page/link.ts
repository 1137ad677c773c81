import { wholeSeals, type ProductPurpose } from '../own-seals.ts'
import type { KeyChange, Seals } from '../ports/login.ts'
import type { Keys } from '../ports/surroundings.ts'

/** Gives everybody with its key read access to one page (D48). The database does not contain a usable key. */
export interface PageLink {
  readonly pageId: number
  /** The sealed key, to show it to editors again. */
  readonly sealed: string
  /** Digest for finding the link by its key. */
  readonly digest: string
  /** When it stops working by itself; null for one that lasts until somebody ends it. */
  readonly endsAt: Date | null
}

/** Maximum length of a key. */
export const KEY_LENGTH = 100
/** How many wrong keys an address may try within the failure window. */
export const WRONG_KEYS = 100

// 192 bits (SINGLE-12, threats P3).
const KEY_BYTES = 24

interface Secrets {
  readonly keys: Keys
  readonly seals: Seals
}

/** A link with a new random key. */
export function newPageLink({ keys, seals }: Secrets, pageId: number): PageLink {
  // Programs that detect links in text drop punctuation at the end of an address.
  const key = keys.random(KEY_BYTES).replaceAll(/[-_]/g, 'x')
  return pageLinkWith({ seals }, pageId, { key, endsAt: null })
}

interface CarriedKey {
  readonly key: string
  readonly endsAt: Date | null
}

/** A link with the key the page had in another system. */
export const pageLinkWith = (
  { seals }: Pick<Secrets, 'seals'>,
  pageId: number,
  { key, endsAt }: CarriedKey,
): PageLink => ({
  pageId,
  ...sealedKey({ seals }, pageId, key),
  endsAt,
})

type SealedKey = Pick<PageLink, 'sealed' | 'digest'>

const sealedKey = ({ seals }: Pick<Secrets, 'seals'>, pageId: number, key: string): SealedKey => ({
  sealed: wholeSeals(seals).seal(key, purposeOf(pageId)),
  digest: digestOfKey({ seals }, key),
})

export const digestOfKey = ({ seals }: Pick<Secrets, 'seals'>, key: string): string =>
  wholeSeals(seals).digest(key, 'page link')

/** The key of a link; '' without a link. */
export const keyOf = ({ seals }: Pick<Secrets, 'seals'>, pageId: number, sealed: string | null): string =>
  sealed === null ? '' : wholeSeals(seals).open(sealed, purposeOf(pageId))

/** The key of a link sealed with another site key. @throws Error when it cannot be unsealed */
export const resealedKey = (pageId: number, sealed: string, { before, after }: KeyChange): SealedKey =>
  sealedKey({ seals: after }, pageId, keyOf({ seals: before }, pageId, sealed))

const purposeOf = (pageId: number): ProductPurpose => `page link:${pageId}`
