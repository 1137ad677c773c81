import { splitTarget, withTargets, type BareLink } from '#core/page/link-targets.ts'
import type { SHOWDOC_LINKS } from '#core/ports/showdoc-moves.ts'
import { itemsIn } from './items.ts'
import type { StoredContent } from './decoded.ts'
import { linksIn, shortLinkAt, type ShowdocLink } from './links-in.ts'
import { pageHeadsIn, pageLinksIn, pagesOf } from './pages.ts'
import type { IdsHere } from './renumbered.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { writeContents } from './written-contents.ts'

/** What to do with links to items and pages inside the pages of a ShowDoc. */
export type LinkChoice = (typeof SHOWDOC_LINKS)[number]

export interface RewrittenLink {
  readonly link: ShowdocLink
  /** Its address here, without a fragment. */
  readonly target: string
  /** Whether the address of before stands in the text as that of the link. */
  readonly isShown: boolean
}

interface Rewriting {
  readonly idsHere: IdsHere
  /** Hosts, with ports, under which the ShowDoc was reachable; all other addresses belong to somebody else. */
  readonly hosts: ReadonlySet<string>
}

/**
 * Rewrites the links of live pages to the addresses of items and pages here, in the copy of a ShowDoc. Addresses
 * by themselves, which are shown as links too, become links with the same text. Code and broken links are unchanged.
 * @returns the rewritten links, by the ids of their pages
 */
export async function rewriteLinks(
  database: ShowdocDatabase,
  rewriting: Rewriting,
): Promise<ReadonlyMap<number, readonly RewrittenLink[]>> {
  const addressOf = addressesOf(database, rewriting)
  const rewritten = new Map<number, readonly RewrittenLink[]>()
  for (const { id: itemId } of itemsIn(database)) {
    const contents = new Map<number, StoredContent>()
    for (const page of pagesOf(database, itemId)) {
      if (page.isDeleted || page.isDraft) continue
      const links: RewrittenLink[] = []
      const rewrittenTarget = (target: string, isShown: boolean): string | null => {
        const link = linkAt(target, rewriting.hosts)
        const address = link && addressOf(link)
        if (link === null || address === null || address === link.address) return null
        links.push({ link, target: address, isShown })
        return address + target.slice(link.address.length)
      }
      const bareFor = async (given: string): Promise<BareLink | null> => {
        const text = linkBeginning(given)
        const target = text === null ? null : rewrittenTarget(text, true)
        return text === null || target === null ? null : { text, target }
      }
      // The texts of calls are in JSON, where addresses by themselves are no links.
      const content = await withTargets(
        page.content,
        async (target) => rewrittenTarget(target, false),
        /^\s*(?:\{\s*"|\[\s*[{"])/.test(page.content) ? null : bareFor,
      )
      if (content === page.content) continue
      contents.set(page.id, { content, doubt: page.doubt })
      rewritten.set(page.id, links)
    }
    writeContents(database, 'page', contents)
  }
  return rewritten
}

/** The link of a target, without its fragment; null for one of another site, and for anything else. */
function linkAt(target: string, hosts: ReadonlySet<string>): ShowdocLink | null {
  const [link, ...others] = linksIn(target) ?? [shortLinkAt(target)]
  if (!link || others.length > 0 || !target.startsWith(link.address)) return null
  const rest = target.slice(link.address.length)
  if (rest !== '' && !rest.startsWith('#')) return null
  if (!/^https?:/i.test(target)) return link
  const { place } = splitTarget(target)
  return URL.canParse(place) && hosts.has(new URL(place).host) ? link : null
}

/** The link with which a text begins, with its fragment; null for none. */
function linkBeginning(text: string): string | null {
  const [link] = linksIn(text) ?? [shortLinkAt(text)]
  if (!link || !text.startsWith(link.address)) return null
  const [fragment = ''] = /^#[\w%-]*/.exec(text.slice(link.address.length)) ?? []
  return link.address + fragment
}

/** The targets of links here; null for broken ones. */
function addressesOf(database: ShowdocDatabase, { idsHere }: Rewriting): (link: ShowdocLink) => string | null {
  // Deleted ones too: they can be brought back. A domain is that of one that is not.
  const all = itemsIn(database).toSorted((one, other) => Number(other.isDeleted) - Number(one.isDeleted))
  const items = new Set(all.map(({ id }) => id))
  const byDomain = new Map(all.map(({ id, domain }) => [domain.toLowerCase(), id]))
  const itemOf = new Map(Array.from(pageHeadsIn(database), ({ id, itemId }) => [id, itemId] as const))
  const keys = new Set(pageLinksIn(database).map(({ key }) => key))
  const here = (of: 'item' | 'page', id: number): number | null => idsHere.get(of)?.get(id) ?? null
  const pageAt = (source: number): string | null => {
    const pageId = here('page', source)
    const itemId = pageId === null ? undefined : itemOf.get(pageId)
    return pageId !== null && itemId !== undefined && items.has(itemId) ? `/${itemId}/${pageId}` : null
  }
  return (link) => {
    if (link.kind === 'shared') return keys.has(link.key) ? `/p/${link.key}` : null
    if (link.kind === 'page') return pageAt(link.pageId)
    const named = /^\d+$/.test(link.item) ? here('item', Number(link.item)) : byDomain.get(link.item.toLowerCase())
    if (named === null || named === undefined || !items.has(named)) return null
    return link.pageId === null ? `/${named}` : pageAt(link.pageId)
  }
}
