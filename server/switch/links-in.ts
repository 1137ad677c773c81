/** The target of a link in a text of ShowDoc, by ShowDoc's ids. */
export type ShowdocLink =
  | { readonly kind: 'item'; readonly item: string; readonly pageId: number | null; readonly address: string }
  | { readonly kind: 'page'; readonly pageId: number; readonly address: string }
  | { readonly kind: 'shared'; readonly key: string; readonly address: string }

const HASH =
  /(?:https?:\/\/[^\s"'()<>#]*)?(?:\/?web\/(?:index\.html)?)?#\/(?:(p|page)\/([\w-]{1,100})|item\/password\/([a-z0-9]{1,100})(?:\?page_id=(\d{1,10}))?|([a-z0-9]{1,100})(?:\/(\d{1,10})|\?page_id=(\d{1,10}))?)(?![\w/-])/gi
const QUERY =
  /(?:https?:\/\/[^\s"'()<>?]*)?\/?index\.php\?s=\/?([a-z0-9]{1,100})(?:\/(\d{1,10})|&(?:amp;)?page_id=(\d{1,10}))?(?![\w/])/gi
const SHORT =
  /^(?:https?:\/\/[^\s"'()<>/?#]+)?\/([a-z0-9]{1,100})(?:\/(\d{1,10})|\?page_id=(\d{1,10}))?(?![\w/?&=%+-]|\.\w)/i
/** Screens that are not items. */
const SCREENS: ReadonlySet<string> = new Set(['item', 'user', 'page', 'api', 'home', 'admin', 'team', 'message', 'p'])

/** All links to items or pages of a ShowDoc, in any notation; null without any. */
export function linksIn(content: string): readonly ShowdocLink[] | null {
  if (!/#\\?\/|index\.php/.test(content)) return null
  const text = content.replaceAll('\\/', '/')
  const links: ShowdocLink[] = []
  for (const [address, way, name = '', gate, askedAtGate, item = '', below, asked] of text.matchAll(HASH)) {
    if (way?.toLowerCase() === 'p') links.push({ kind: 'shared', key: name, address })
    else if (way !== undefined) {
      if (/^\d{1,10}$/.test(name)) links.push({ kind: 'page', pageId: Number(name), address })
    } else if (gate !== undefined) links.push(...atGate(address, gate, askedAtGate))
    else if (!SCREENS.has(item.toLowerCase())) links.push(toItem(address, item, below ?? asked))
  }
  for (const [address, item = '', below, asked] of text.matchAll(QUERY))
    if (!SCREENS.has(item.toLowerCase())) links.push(toItem(address, item, below ?? asked))
  return links.length === 0 ? null : links
}

/**
 * The link with which a text begins, as ShowDoc's server takes it too: the number or domain of an item right after the host,
 * and a page below it. Null for any other; whether there is such an item is not known from it.
 */
export function shortLinkAt(text: string): ShowdocLink | null {
  const [address, item = '', below, asked] = SHORT.exec(text) ?? []
  return address === undefined || SCREENS.has(item.toLowerCase()) ? null : toItem(address, item, below ?? asked)
}

/** The gate before an item; the number 0 stands for the item of the page, and for nothing without one. */
function atGate(address: string, item: string, page: string | undefined): readonly ShowdocLink[] {
  if (!/^0+$/.test(item)) return [toItem(address, item, page)]
  return page === undefined ? [] : [{ kind: 'page', pageId: Number(page), address }]
}

const toItem = (address: string, item: string, page: string | undefined): ShowdocLink => ({
  ...{ kind: 'item', item, address },
  pageId: page === undefined ? null : Number(page),
})
