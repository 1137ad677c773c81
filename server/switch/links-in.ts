import { linkTargets } from '#core/page/link-targets.ts'

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
const SHORT_KEY = /^(?:https?:\/\/[^\s"'()<>/?#]+)?\/p\/([\w-]{1,100})(?![\w/?&=%+-]|\.\w)/i
/** Where a path right after the host may begin; most texts have none, and finding the links of a text takes long. */
const MAY_BE_SHORT = /(?:\]\(\s*<?|\]:[ \t]*<?|(?:href|src)=")\/[a-z0-9]/i
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
 * and a page below it, or a page by its key. Null for any other; whether there is such an item is not known from it.
 */
export function shortLinkAt(text: string): ShowdocLink | null {
  const [shared, key = ''] = SHORT_KEY.exec(text) ?? []
  if (shared !== undefined) return { kind: 'shared', key, address: shared }
  const [address, item = '', below, asked] = SHORT.exec(text) ?? []
  return address === undefined || SCREENS.has(item.toLowerCase()) ? null : toItem(address, item, below ?? asked)
}

/**
 * The links of a text that are paths right after the host. Those of other hosts are links to other sites.
 * @param hosts under which the ShowDoc was reached, with ports
 */
export function shortLinksIn(content: string, hosts: ReadonlySet<string>): readonly ShowdocLink[] {
  if (!MAY_BE_SHORT.test(content) && ![...hosts].some((host) => content.includes(`//${host}/`))) return []
  return [...linkTargets(content)].flatMap(({ target, isBare }) => {
    const link = shortLinkAt(target)
    if (!link || !(isBare || /^(?:#|$)/.test(target.slice(link.address.length)))) return []
    if (!/^https?:/i.test(target)) return [link]
    return URL.canParse(link.address) && hosts.has(new URL(link.address).host) ? [link] : []
  })
}

/** Whether the address of a link is a path right after the host. */
export const isShort = ({ address }: ShowdocLink): boolean => !/#\/|index\.php/i.test(address)

/** The path of an address right after its host. */
export const pathAfterHost = (address: string): string => address.replace(/^https?:\/\/[^/]*/i, '')

/** The gate before an item; the number 0 stands for the item of the page, and for nothing without one. */
function atGate(address: string, item: string, page: string | undefined): readonly ShowdocLink[] {
  if (!/^0+$/.test(item)) return [toItem(address, item, page)]
  return page === undefined ? [] : [{ kind: 'page', pageId: Number(page), address }]
}

const toItem = (address: string, item: string, page: string | undefined): ShowdocLink => ({
  ...{ kind: 'item', item, address },
  pageId: page === undefined ? null : Number(page),
})
