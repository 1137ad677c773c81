import { isReservedWord } from '#core/addresses.ts'

/*
 * The addresses of ShowDoc's screens. Its web app puts the screen after a #, as a path of its own; older versions put it
 * in the query of /index.php.
 */

/** What a path after the # names. */
export interface FormerPlace {
  /** The number of an item or its domain; null for a page by itself. The gate has 0 where it means the item of the page. */
  readonly item: string | null
  readonly pageId: number | null
  /** Whether it is the screen that asks for the visit password of the item. */
  readonly isGate: boolean
  /** Whether the page stands in the query. */
  readonly isPageAsked: boolean
  /** Without the page that stands in it. */
  readonly query: URLSearchParams
  /** With its #; empty for none. */
  readonly fragment: string
}

const PAGE = /^\/page\/0*([1-9]\d{0,9})$/
const GATE = /^\/item\/password\/([a-z0-9]{1,100})$/i
const ITEM = /^\/([a-z0-9]{1,100})(?:\/0*([1-9]\d{0,9}))?$/i
const ID = /^[1-9]\d{0,9}$/

/** The item or the page of a path after the #; null for that of any other screen. */
export function formerPlace(path: string): FormerPlace | null {
  const [, place = '', search = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(path) ?? []
  const query = new URLSearchParams(search)
  const alone = PAGE.exec(place)
  if (alone) return { item: null, pageId: Number(alone[1]), isGate: false, isPageAsked: false, query, fragment }
  const gate = GATE.exec(place)
  const [, item = '', below] = gate ?? ITEM.exec(place) ?? []
  if (item === '' || isReservedWord(item) || (Number(item) === 0 && !gate)) return null
  const asked = query.get('page_id') ?? ''
  const isPageAsked = below === undefined && ID.test(asked)
  if (isPageAsked) query.delete('page_id')
  const pageId = below ?? (isPageAsked ? asked : null)
  return { item, pageId: pageId === null ? null : Number(pageId), isGate: gate !== null, isPageAsked, query, fragment }
}

/** As `formerPlace` takes it. */
export function pathOfPlace({ item, pageId, isGate, isPageAsked, query, fragment }: FormerPlace): string {
  const all = new URLSearchParams([...(isPageAsked ? [['page_id', String(pageId)]] : []), ...query])
  const search = all.size === 0 ? '' : `?${all.toString()}`
  const words = isGate
    ? ['item', 'password', item]
    : [...(item === null ? ['page'] : [item]), ...(pageId === null || isPageAsked ? [] : [pageId])]
  return `/${words.join('/')}${search}${fragment}`
}

/** The path of the screen to which an address in a text leads: what follows its #, or what its query asks for. */
export function pathAsked(address: string): string {
  const typed = address.replaceAll('&amp;', '&')
  const [, path] = /#(\/.*)$/s.exec(typed) ?? []
  return path ?? screenOf(new URLSearchParams(typed.replace(/^[^?]*\??/, '')))
}

const WORD = /^[a-z0-9]{1,100}$/i

/** The path of the screen requested by a query of ShowDoc's old addresses; the home page when it contains none. */
export function screenOf(query: URLSearchParams): string {
  const [first = '', ...rest] = (query.get('s') ?? '').split('/').filter((word) => word !== '')
  const said = first.toLowerCase() === 'home' ? namedIn(rest.slice(2)) : new Map<string, string>()
  const field = (name: string): string => query.get(name) ?? said.get(name) ?? ''
  const pageId = ID.test(field('page_id')) ? field('page_id') : ''
  if (first.toLowerCase() !== 'home') {
    const page = rest[0] !== undefined && ID.test(rest[0]) ? rest[0] : pageId
    return WORD.test(first) ? `/${first}${page === '' ? '' : `/${page}`}` : '/'
  }
  const screen = rest.slice(0, 2).join('/').toLowerCase()
  if (screen === 'page/index' || screen === 'page/single') return pageId === '' ? '/' : `/page/${pageId}`
  const itemId = field('item_id')
  if (screen === 'item/show' && WORD.test(itemId)) return `/${itemId}${pageId === '' ? '' : `/${pageId}`}`
  if (screen === 'item/pwd' && WORD.test(itemId)) return `/item/password/${itemId}`
  return SCREENS.get(screen) ?? '/'
}

const SCREENS: ReadonlyMap<string, string> = new Map(
  ['item/index', 'user/login', 'user/register'].map((screen) => [screen, `/${screen}`]),
)

/** Names and values alternating. */
function namedIn(words: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) named.set(words[at] ?? '', words[at + 1] ?? '')
  return named
}
