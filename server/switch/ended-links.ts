import { digestOfKey } from '#core/page/link.ts'
import type { ShowdocPageLink } from './pages.ts'

/** A link of a page that came, and that ShowDoc has no more. */
export interface EndedLink {
  /** Of its row there. */
  readonly id: number
  readonly digest: string
}

type Secrets = Parameters<typeof digestOfKey>[0]

/** How a link is noted that came: its page, and what its key is recognised by here. */
export const seenOfLink = (secrets: Secrets, { pageId, key }: Pick<ShowdocPageLink, 'pageId' | 'key'>): string =>
  `${pageId} ${digestOfKey(secrets, key)}`

/** By the ids of their pages. Older versions did not note which link a page had. */
export function endedLinks(
  known: ReadonlyMap<number, string>,
  there: readonly ShowdocPageLink[],
  secrets: Secrets,
): ReadonlyMap<number, EndedLink> {
  const still = new Set(there.map((link) => seenOfLink(secrets, link)))
  const ended = new Map<number, EndedLink>()
  for (const [id, seen] of known) {
    const [pageId, digest] = seen.split(' ')
    if (digest !== undefined && !still.has(seen)) ended.set(Number(pageId), { id, digest })
  }
  return ended
}
