import type { BlobPlace } from '../ports/files.ts'
import type { New } from '../new.ts'

export type AttachmentKind = 'image' | 'general'

/** An uploaded file. It records where its blob is stored, so that changing the storage does not break old files. */
export interface Attachment extends BlobPlace {
  readonly id: number
  readonly ownerId: number
  readonly displayName: string
  readonly kind: AttachmentKind
  /** For an image determined by its content, else a harmless type derived from its name (threats F2). */
  readonly mediaType: string
  readonly bytes: number
  /** Unguessable part of its address. */
  readonly token: string
  readonly visits: number
  /** Uploaded to the owner's own files, not to a page. */
  readonly isOfHub: boolean
  /** Some page has used it: from then on the address alone no longer gives access (threats P2). */
  readonly wasBound: boolean
  readonly addedAt: Date
}
export type NewAttachment = Omit<New<Attachment>, 'visits' | 'wasBound'>

/** A file in the list of a page's attachments. */
export interface PageAttachment extends Attachment {
  readonly attachedAt: Date
}

export const NAME_LENGTH = 200
const MEGABYTE = 1024 * 1024
const ADDRESS = '/attachment/'
const NAMED = /\/attachment\/([\w-]{32})(?![\w-])/g
/** Bytes of randomness for the 32 characters of a token. */
export const TOKEN_BYTES = 24
// More than any page needs; further addresses stay unchanged.
const MOST_NAMED = 2_000

/** The address of a file, relative to the site. */
export const addressOf = ({ token }: Pick<Attachment, 'token'>): string => `${ADDRESS}${token}`

/** The address for people who have only the key of a page's link; unchanged without a key. */
export const withKey = (address: string, key: string): string => (key === '' ? address : `${address}?key=${key}`)

/*
 * Addresses of files relative to the site: the product's own, and those that files had in ShowDoc. The path of such a
 * file may be long and contain the folder name repeatedly. To keep matching linear in the length of a page, the part
 * before the folder never extends past it, and in plain text, where nothing marks the end of a path, what follows it is
 * not examined.
 */
const OWN = String.raw`\/attachment\/[\w-]{32}`
const SIGNED = String.raw`\/server\/(?:index\.php)?\?s=\/api\/attachment\/visitFile(?:&(?:amp;)?sign=|\/sign\/)[\w-]{32}`
const PLACED = String.raw`\/Public\/Uploads\/[^\s"'?#<>()|\\]+`
const FILE = `(?:${OWN}|${SIGNED}|${PLACED})`
const SITE_PATH = String.raw`(?:\/(?!Public\/Uploads\/)[\w.-]+)*?`
const IN_HTML = new RegExp(String.raw`(?<= (?:src|href)=")((?:https?:\/\/[\w.:[\]-]+)?${SITE_PATH})${FILE}(?=")`, 'g')
// Not inside a longer address, and not one that already has a key.
const IN_TEXT = new RegExp(
  String.raw`(?<![\w.%~/\]-])((?:https?:\/\/[\w.:[\]-]+${SITE_PATH})?)(?:(?:${OWN}|${SIGNED})(?![\w?&-])|${PLACED})`,
  'g',
)
const BELOW_SITE = /(?<![\w.%~/\]-])\/attachment\/[\w-]{32}(?![\w-])/g

/**
 * The HTML of a page in which the page's files are requested with the key of its link; other sites never get the key.
 */
export const htmlWithKey = (html: string, key: string, siteUrl: string): string =>
  keyed(html, IN_HTML, key, [siteUrl, sitePathOf(siteUrl)])

const OWN_IMAGE_LINK = new RegExp(
  String.raw`<a class="external-image" href="(https?:\/\/[\w.:[\]-]+${SITE_PATH})(${FILE})"[^<>]*>([^<>]*)<\/a>`,
  'g',
)
const mayNameFiles = (text: string): boolean =>
  text.includes(ADDRESS) || text.includes('/Public/Uploads/') || text.includes('/attachment/visitFile')

/**
 * The HTML of a page with pictures of this site displayed even if they were written with absolute addresses, as
 * programs see them: the renderer, which does not know the site's host, takes them for pictures of another site
 * (threats X7).
 */
export function htmlWithOwnImages(html: string, siteUrl: string): string {
  if (!mayNameFiles(html)) return html
  return html.replaceAll(OWN_IMAGE_LINK, (link: string, site: string, path: string, label: string) => {
    if (site !== siteUrl) return link
    const alt = label === site + path ? '' : label.replaceAll('"', '&quot;')
    return `<img src="${sitePathOf(siteUrl)}${path}" alt="${alt}" loading="lazy" />`
  })
}

/** Like `htmlWithKey`, for the text of a page. */
export const textWithKey = (content: string, key: string, siteUrl: string): string =>
  keyed(content, IN_TEXT, key, [siteUrl, ''])

/** @param places possible prefixes of the address of a file on this site */
function keyed(content: string, addresses: RegExp, key: string, places: readonly string[]): string {
  if (!mayNameFiles(content)) return content
  return content.replaceAll(addresses, (address: string, place: string, at: number) => {
    if (!places.includes(place) || key === '' || content[at + address.length] === '?') return address
    if (!address.includes('?')) return withKey(address, key)
    return `${address}${addresses === IN_HTML ? '&amp;' : '&'}key=${key}`
  })
}

/** The path of the site on its host, e.g. `/docs`; '' at the root. Renderers prefix the paths in texts with it. */
export const sitePathOf = (siteUrl: string): string => siteUrl.replace(/^https?:\/\/[^/]*/, '')

/** Text with absolute addresses of files. */
export const withWholeAddresses = (content: string, siteUrl: string): string =>
  content.includes(ADDRESS) ? content.replaceAll(BELOW_SITE, (address) => siteUrl + address) : content

/** The tokens of the files whose addresses occur in this text, without duplicates. */
export function tokensIn(text: string): readonly string[] {
  if (!text.includes(ADDRESS)) return []
  const tokens = new Set<string>()
  for (const [, token = ''] of text.matchAll(NAMED)) if (tokens.add(token).size >= MOST_NAMED) break
  return [...tokens]
}

/** The text with these tokens in the addresses of its files; null keeps one. */
export const withTokens = (text: string, tokenFor: (token: string) => string | null): string =>
  text.includes(ADDRESS)
    ? text.replaceAll(NAMED, (address, token: string) => {
        const other = tokenFor(token)
        return other === null ? address : ADDRESS + other
      })
    : text

/** Bytes in MB with three digits; rounded up, so that the smallest file is not 0. */
export const megabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 1e3) / 1e3
