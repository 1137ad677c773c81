import { sitePathOf } from '../attachment/attachment.ts'
import { pageIdOfKey } from '../access/key-door.ts'
import type { OpenedItem } from '../access/opened.ts'
import type { Context } from '../context.ts'

/** `/page/12`, `/p/{key}`, or `/7/12`, where the item may be given by its domain. */
const ADDRESS =
  /^\/(?:page\/(?<single>\d{1,10})|p\/(?<key>[\w-]{1,100})|(?<place>[a-z0-9]{1,100})\/(?<page>\d{1,10}))\/?$/i

/**
 * The page that an address in a text or an article of the item refers to, in an article with the path of the site in
 * front; null when it leads elsewhere.
 */
export async function pageIdAt(
  ctx: Pick<Context, 'store' | 'services'>,
  item: OpenedItem,
  siteUrl: string,
  address: string,
): Promise<number | null> {
  const path = siteUrl !== '' && address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const found = await pageIdBelowSite(ctx, item, path)
  const sitePath = sitePathOf(siteUrl)
  if (found !== null || sitePath === '' || !path.startsWith(`${sitePath}/`)) return found
  return pageIdBelowSite(ctx, item, path.slice(sitePath.length))
}

async function pageIdBelowSite(
  ctx: Pick<Context, 'store' | 'services'>,
  { id, domain }: OpenedItem,
  path: string,
): Promise<number | null> {
  const { single, key, place, page } = ADDRESS.exec(path)?.groups ?? {}
  if (key !== undefined) return pageIdOfKey(ctx, key)
  if (single !== undefined) return Number(single)
  const isOfItem = place === String(id) || (domain !== null && place?.toLowerCase() === domain.toLowerCase())
  return isOfItem ? Number(page) : null
}
