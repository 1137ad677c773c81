/** The target of a link in a text of ShowDoc, by ShowDoc's ids. */
export type ShowdocLink =
  | { readonly kind: 'item'; readonly item: string; readonly pageId: number | null; readonly address: string }
  | { readonly kind: 'page'; readonly pageId: number; readonly address: string }
  | { readonly kind: 'shared'; readonly key: string; readonly address: string }

const HASH =
  /(?:https?:\/\/[^\s"'()<>#]*)?(?:\/?web\/(?:index\.html)?)?#\/(?:(p|page)\/([\w-]{1,100})|([a-z0-9]{1,100})(?:\/(\d{1,10})|\?page_id=(\d{1,10}))?)(?![\w/-])/gi
const QUERY =
  /(?:https?:\/\/[^\s"'()<>?]*)?\/?index\.php\?s=\/?([a-z0-9]{1,100})(?:\/(\d{1,10})|&(?:amp;)?page_id=(\d{1,10}))?(?![\w/])/gi
/** Screens that are not items. */
const SCREENS: ReadonlySet<string> = new Set(['item', 'user', 'page', 'api', 'home', 'admin', 'team', 'message', 'p'])

/** All links to items or pages of a ShowDoc, in any notation; null without any. */
export function linksIn(content: string): readonly ShowdocLink[] | null {
  if (!/#\\?\/|index\.php/.test(content)) return null
  const text = content.replaceAll('\\/', '/')
  const links: ShowdocLink[] = []
  for (const [address, way, name = '', item = '', below, asked] of text.matchAll(HASH)) {
    if (way?.toLowerCase() === 'p') links.push({ kind: 'shared', key: name, address })
    else if (way !== undefined) {
      if (/^\d{1,10}$/.test(name)) links.push({ kind: 'page', pageId: Number(name), address })
    } else if (!SCREENS.has(item.toLowerCase())) links.push(toItem(address, item, below ?? asked))
  }
  for (const [address, item = '', below, asked] of text.matchAll(QUERY))
    if (!SCREENS.has(item.toLowerCase())) links.push(toItem(address, item, below ?? asked))
  return links.length === 0 ? null : links
}

const toItem = (address: string, item: string, page: string | undefined): ShowdocLink => ({
  ...{ kind: 'item', item, address },
  pageId: page === undefined ? null : Number(page),
})
