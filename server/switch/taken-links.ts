import { digestOfKey } from '#core/page/link.ts'
import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { linkThere } from './key-notes.ts'
import type { SitePlan } from './plan/site.ts'

/**
 * The keys of pages without those that open another page here, which goes on to open that one. Two ShowDocs have keys in
 * common when one was made from a copy of the other.
 */
export async function withoutTakenLinks(
  { links, findings }: SitePlan,
  { product }: ComposedApplication,
  { hasOthers, keys }: Arrangement,
): Promise<SitePlan['links']> {
  if (!hasOthers) return links
  const free = new Map(links)
  for (const [pageId, link] of links) {
    const { id, key } = link
    // Also one that has ended: the same key would open that page again once it is shared anew.
    const holder = await product.database.pageLinks.pageOf(digestOfKey(product.services, key), new Date(0))
    if (holder === null || holder === pageId || keys.links.stateOf(linkThere(link)) !== 'new') continue
    findings.leave('single_page', id, 'linkKeyTaken')
    free.delete(pageId)
  }
  return free
}
