import type { BlobPlace } from '../ports/files.ts'
import type { New } from '../new.ts'

export type AttachmentKind = 'image' | 'general'

/** A file somebody uploaded. It remembers where its blob lies, so that changing the storage breaks no old file. */
export interface Attachment extends BlobPlace {
  readonly id: number
  readonly ownerId: number
  readonly displayName: string
  readonly kind: AttachmentKind
  /** For an image what its content says it is, else a harmless type by its name (threats F2). */
  readonly mediaType: string
  readonly bytes: number
  /** Stands in its address and cannot be guessed. */
  readonly token: string
  readonly visits: number
  /** Put into the owner's own files, and not to a page. */
  readonly isOfHub: boolean
  /** Some page used it once: since then the address alone opens it to nobody (threats P2). */
  readonly wasBound: boolean
  readonly addedAt: Date
}
export type NewAttachment = Omit<New<Attachment>, 'visits' | 'wasBound'>

/** A file as one of the attachments of a page. */
export interface PageAttachment extends Attachment {
  readonly attachedAt: Date
}

export const NAME_LENGTH = 200
const MEGABYTE = 1024 * 1024
const ADDRESS = '/attachment/'
const NAMED = /\/attachment\/([\w-]{32})(?![\w-])/g
/** So many bytes of randomness make the 32 characters of a token. */
export const TOKEN_BYTES = 24
// More than anybody puts into one page; the rest stays as it was.
const MOST_NAMED = 2_000

/** The address of a file, below that of the site. */
export const addressOf = ({ token }: Pick<Attachment, 'token'>): string => `${ADDRESS}${token}`

/** The address for those who have nothing but the key of a page's link; as it is without a key. */
export const withKey = (address: string, key: string): string => (key === '' ? address : `${address}?key=${key}`)

/*
 * Addresses of files below that of the site: the product's own, and those that files had in ShowDoc. The path of such a file
 * may be long and name the folder again and again. So that no page takes longer than its length, what stands before the
 * folder never reaches beyond it, and in a text, where nothing ends the path, nothing is asked of what follows it.
 */
const OWN = String.raw`\/attachment\/[\w-]{32}`
const SIGNED = String.raw`\/server\/(?:index\.php)?\?s=\/api\/attachment\/visitFile(?:&(?:amp;)?sign=|\/sign\/)[\w-]{32}`
const PLACED = String.raw`\/Public\/Uploads\/[^\s"'?#<>()|\\]+`
const FILE = `(?:${OWN}|${SIGNED}|${PLACED})`
const SITE_PATH = String.raw`(?:\/(?!Public\/Uploads\/)[\w.-]+)*?`
const IN_HTML = new RegExp(String.raw`(?<= (?:src|href)=")((?:https?:\/\/[\w.:[\]-]+)?${SITE_PATH})${FILE}(?=")`, 'g')
// Not within a longer address, and not one that says already how to fetch it.
const IN_TEXT = new RegExp(
  String.raw`(?<![\w.%~/\]-])((?:https?:\/\/[\w.:[\]-]+${SITE_PATH})?)(?:(?:${OWN}|${SIGNED})(?![\w?&-])|${PLACED})`,
  'g',
)
const BELOW_SITE = /(?<![\w.%~/\]-])\/attachment\/[\w-]{32}(?![\w-])/g

/** The HTML of a page in which the page's files are fetched with the key of its link; other sites never get the key. */
export const htmlWithKey = (html: string, key: string, siteUrl: string): string =>
  keyed(html, IN_HTML, key, [siteUrl, sitePathOf(siteUrl)])

const OWN_IMAGE_LINK = new RegExp(
  String.raw`<a class="external-image" href="(https?:\/\/[\w.:[\]-]+${SITE_PATH})(${FILE})"[^<>]*>([^<>]*)<\/a>`,
  'g',
)
const mayNameFiles = (text: string): boolean =>
  text.includes(ADDRESS) || text.includes('/Public/Uploads/') || text.includes('/attachment/visitFile')

/**
 * The HTML of a page in which pictures of this site show that were written with their whole address, as programs are told
 * it: the renderer, which does not know the host of the site, takes them for those of another one (threats X7).
 */
export function htmlWithOwnImages(html: string, siteUrl: string): string {
  if (!mayNameFiles(html)) return html
  return html.replaceAll(OWN_IMAGE_LINK, (link: string, site: string, path: string, label: string) => {
    if (site !== siteUrl) return link
    const alt = label === site + path ? '' : label.replaceAll('"', '&quot;')
    return `<img src="${sitePathOf(siteUrl)}${path}" alt="${alt}" loading="lazy" />`
  })
}

/** The same as `htmlWithKey` for the text of a page. */
export const textWithKey = (content: string, key: string, siteUrl: string): string =>
  keyed(content, IN_TEXT, key, [siteUrl, ''])

/** @param places what may stand before the address of a file of this site */
function keyed(content: string, addresses: RegExp, key: string, places: readonly string[]): string {
  if (!mayNameFiles(content)) return content
  return content.replaceAll(addresses, (address: string, place: string, at: number) => {
    if (!places.includes(place) || key === '' || content[at + address.length] === '?') return address
    if (!address.includes('?')) return withKey(address, key)
    return `${address}${addresses === IN_HTML ? '&amp;' : '&'}key=${key}`
  })
}

/** Where a site lies below its host, as in `/docs`; '' at the root. Renderers put it before the paths of texts. */
export const sitePathOf = (siteUrl: string): string => siteUrl.replace(/^https?:\/\/[^/]*/, '')

/** Text in which the addresses of files are whole. */
export const withWholeAddresses = (content: string, siteUrl: string): string =>
  content.includes(ADDRESS) ? content.replaceAll(BELOW_SITE, (address) => siteUrl + address) : content

/** The tokens of the files whose addresses stand in this text, each once. */
export function tokensIn(text: string): readonly string[] {
  if (!text.includes(ADDRESS)) return []
  const tokens = new Set<string>()
  for (const [, token = ''] of text.matchAll(NAMED)) if (tokens.add(token).size >= MOST_NAMED) break
  return [...tokens]
}

/** Bytes as M with three digits; rounded up, so that the smallest file shows. */
export const megabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 1e3) / 1e3
