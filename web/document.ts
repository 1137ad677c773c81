import { htmlLang } from './i18n/i18n.ts'
import { bootElement, type Boot } from './session/boot.ts'
import { atSite, sitePathHere } from './site-path.ts'

/** What chats show of an address that is pasted there, and what search engines keep of it. */
export interface Preview {
  readonly title: string
  readonly siteName: string
  /** '' when there is nothing to say. */
  readonly description: string
  /** The one address of this page, whole. */
  readonly address: string
}

/** What stands in the head of a document. */
export interface DocumentHead {
  readonly title: string
  /** Only of what everybody may read. */
  readonly preview: Preview | null
  /** Whether search engines may keep the document. */
  readonly isPublic: boolean
  /** Paths below the site of the built files the document needs. */
  readonly scripts: readonly string[]
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const placed = (path: string): string => escaped(atSite(path))

function metaTags({ preview, isPublic }: DocumentHead): readonly string[] {
  const robots = isPublic ? [] : ['<meta name="robots" content="noindex, nofollow">']
  if (!preview) return robots
  const { title, siteName, description, address } = preview
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${escaped(content)}">`
  return [
    ...robots,
    `<link rel="canonical" href="${escaped(address)}">`,
    property('type', 'article'),
    property('site_name', siteName),
    property('title', title),
    property('url', address),
    ...(description === ''
      ? []
      : [`<meta name="description" content="${escaped(description)}">`, property('description', description)]),
    '<meta name="twitter:card" content="summary">',
  ]
}

/** A whole document. `app` is HTML that React made. There is no inline script, so the policy of the site allows none. */
export function htmlDocument(head: DocumentHead, boot: Boot, app: string): string {
  const site = sitePathHere() === '' ? '' : ` data-site="${escaped(sitePathHere())}"`
  const scheme = boot.scheme === 'system' ? '' : ` data-scheme="${boot.scheme}"`
  const tags = [
    '<meta charset="utf-8">',
    // The keyboard of a phone takes its room from the page, and does not lie over what is written.
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(head.title)}</title>`,
    ...metaTags(head),
    `<link rel="icon" href="${placed('/favicon.svg')}" type="image/svg+xml">`,
    ...head.styles.map((href) => `<link rel="stylesheet" href="${placed(href)}">`),
    ...head.preloads.map((href) => `<link rel="modulepreload" href="${placed(href)}">`),
    ...head.scripts.map((src) => `<script type="module" src="${placed(src)}"></script>`),
  ]
  return (
    `<!doctype html>\n<html lang="${htmlLang(boot.language)}"${scheme}${site}>\n<head>${tags.join('\n')}</head>\n` +
    `<body><div id="root">${app}</div>${bootElement(boot)}</body>\n</html>\n`
  )
}
