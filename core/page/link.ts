import type { KeyChange, Seals } from '../ports/login.ts'
import type { Keys } from '../ports/surroundings.ts'

/** What lets everybody who has its key read one page (D48). The database holds no key that could be used. */
export interface PageLink {
  readonly pageId: number
  /** The key as editors are shown it again. */
  readonly sealed: string
  /** Finds the link by its key. */
  readonly digest: string
}

/** No key is longer. */
export const KEY_LENGTH = 100
/** Wrong keys that one address may try in the window of failures. */
export const WRONG_KEYS = 100

// 192 bits (SINGLE-12, threats P3).
const KEY_BYTES = 24

interface Secrets {
  readonly keys: Keys
  readonly seals: Seals
}

/** A link with a key nobody had before. */
export function newPageLink({ keys, seals }: Secrets, pageId: number): PageLink {
  // A sign at the end would be left out by programs that find addresses in texts.
  const key = keys.random(KEY_BYTES).replaceAll(/[-_]/g, 'x')
  return pageLinkWith({ seals }, pageId, key)
}

/** A link with a key that the page had in another system. */
export const pageLinkWith = ({ seals }: Pick<Secrets, 'seals'>, pageId: number, key: string): PageLink => ({
  pageId,
  sealed: seals.seal(key, purposeOf(pageId)),
  digest: digestOfKey({ seals }, key),
})

export const digestOfKey = ({ seals }: Pick<Secrets, 'seals'>, key: string): string => seals.digest(key, 'page link')

/** The key of a link; empty without one. */
export const keyOf = ({ seals }: Pick<Secrets, 'seals'>, pageId: number, sealed: string | null): string =>
  sealed === null ? '' : seals.open(sealed, purposeOf(pageId))

/** The same link for a site with another key. @throws Error when it cannot be opened */
export function resealedLink(pageId: number, sealed: string, { before, after }: KeyChange): PageLink {
  const key = keyOf({ seals: before }, pageId, sealed)
  return pageLinkWith({ seals: after }, pageId, key)
}

const purposeOf = (pageId: number): string => `page link:${pageId}`
