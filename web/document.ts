import { htmlLang } from './i18n/i18n.ts'
import { bootElement, type Boot } from './session/boot.ts'
import { atSite, sitePathHere } from './site-path.ts'

/** Link previews in chats, and data for search engines. */
export interface Preview {
  readonly title: string
  readonly siteName: string
  /** '' for none. */
  readonly description: string
  /** The canonical, absolute address of this page. */
  readonly address: string
}

/** The content of a document's head. */
export interface DocumentHead {
  readonly title: string
  /** Names the build of the web the document was made for, as answers do; see `site-build.ts`. */
  readonly build: string
  /** Only for public content. */
  readonly preview: Preview | null
  /** Whether search engines may index the document. */
  readonly isPublic: boolean
  /** Paths of the built files, relative to the site. */
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

/** A complete document. `app` is HTML rendered by React. There is no inline script, which the site's policy forbids. */
export function htmlDocument(head: DocumentHead, boot: Boot, app: string): string {
  const site = sitePathHere() === '' ? '' : ` data-site="${escaped(sitePathHere())}"`
  const scheme = boot.scheme === 'system' ? '' : ` data-scheme="${boot.scheme}"`
  const tags = [
    '<meta charset="utf-8">',
    // The on-screen keyboard shrinks the page instead of covering it.
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(head.title)}</title>`,
    `<meta name="site-build" content="${escaped(head.build)}">`,
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
