import type {
  ExportedCatalog,
  ExportedPage,
  ExportedThread,
  ExportSource,
  ExportTools,
  Language,
} from '#core/plugin.ts'
import { escaped, jsonInElement } from './html-text.ts'
import { DocumentOptions } from './options.ts'
import { threadsHtml } from './threads.ts'
import { WORDS, type Word } from './words.ts'

/** What all documents of one export have in common. */
export interface DocumentFacts {
  readonly source: Pick<ExportSource, 'title'>
  readonly language: Language
  readonly now: Date
  readonly options: DocumentOptions
}

export const factsOf = (source: ExportSource, { language, now, options }: ExportTools): DocumentFacts => ({
  ...{ source, language, now },
  options: DocumentOptions.parse(options),
})

/** A document as HTML. */
export interface DocumentShape {
  /** Where the pages are: all in this document, or each in one of its own. */
  readonly form: 'whole' | 'folder'
  /** The title of the page, if it has one. */
  readonly title?: string
  /** The relative path to the folder of the overview. */
  readonly up: string
  readonly policy: string
  /** Elements with the product's own styles and scripts. */
  readonly head: string
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Everything before the pages. */
export function documentStart({ source, language, options }: DocumentFacts, shape: DocumentShape): string {
  const title = escaped(source.title)
  const { form, up, policy, head } = shape
  const word = wordIn(language)
  return `<!doctype html>
<html lang="${language}" data-form="${form}" data-up="${up}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${shape.title === undefined ? '' : `${escaped(shape.title)} – `}${title}</title>
<script type="application/json" id="words">${jsonInElement(WORDS)}</script>
${head}
</head>
<body data-title="${title}">
<a class="skip" href="#text" data-word="skip">${word('skip')}</a>
<header class="top">
<button type="button" id="menu-button" aria-expanded="false" aria-controls="menu" data-label="menu">${ICONS.menu}</button>
<strong><a href="${form === 'whole' ? '#' : `${up}index.html`}">${title}</a></strong>
<div class="finder"><input type="search" id="search" autocomplete="off" data-label="search" aria-label="${word('search')}">
<ul id="results" hidden></ul></div>
<button type="button" id="language" data-word="language">${word('language')}</button>
<button type="button" id="scheme" data-label="scheme" aria-label="${word('scheme')}">${ICONS.scheme}</button>
<button type="button" id="print" data-label="print" aria-label="${word('print')}">${ICONS.print}</button>
</header>
<main id="text" tabindex="-1">
${expiryNote(options, language)}`
}

/** Everything after the pages. @param menu elements of the tree */
export function documentEnd({ language, now, options }: DocumentFacts, menu: string, scripts = ''): string {
  const word = wordIn(language)
  const day = dayOf(now)
  return `<p class="document-facts" data-word="exportedOn" data-day="${day}">${word('exportedOn', day)}</p>
</main>
<nav id="menu" data-label="menu" aria-label="${word('menu')}">${menu}</nav>
<nav id="contents" aria-labelledby="contents-title" hidden><strong id="contents-title" data-word="contents">${word('contents')}</strong><ul></ul></nav>
${watermark(options.watermark)}
${scripts}
</body>
</html>
`
}

/** A page with its article. @param files its attachments, as elements of a list @param threads the comments on it */
export function pageSection(
  { id, title, path, savedAt }: Pick<ExportedPage, 'id' | 'title' | 'path' | 'savedAt'>,
  article: string,
  { files, threads }: { readonly files: readonly string[]; readonly threads: readonly ExportedThread[] },
  language: Language,
): string {
  const word = wordIn(language)
  const day = dayOf(savedAt)
  const list =
    files.length === 0
      ? ''
      : `<div class="page-files"><strong data-word="files">${word('files')}</strong><ul>${files.join('')}</ul></div>\n`
  const said =
    threads.length === 0
      ? ''
      : `<section class="threads"><h2 data-word="comments">${word('comments')}</h2>\n${threadsHtml(threads, language)}</section>\n`
  return `<article class="page" id="page-${id}" data-title="${escaped(title)}">
${path.length === 0 ? '' : `<p class="page-path">${escaped(path.join(' / '))}</p>\n`}<h1 class="page-title">${escaped(title)}</h1>
<p class="page-facts" data-word="savedOn" data-day="${day}">${word('savedOn', day)}</p>
<div class="article">
${article}
</div>
${list}${said}</article>
`
}

/** The tree, with the pages that have an address. */
export function treeOf(
  { pages, catalogs }: Pick<ExportedCatalog, 'pages' | 'catalogs'>,
  addressOf: (pageId: number) => string | null,
): string {
  const leaves = pages.flatMap(({ id, title }) => {
    const address = addressOf(id)
    return address === null ? [] : [`<li><a href="${escaped(address)}">${escaped(title)}</a></li>`]
  })
  const branches = catalogs.flatMap((catalog) => {
    const below = treeOf(catalog, addressOf)
    return below === '' ? [] : [`<li><details open><summary>${escaped(catalog.name)}</summary>${below}</details></li>`]
  })
  const all = [...leaves, ...branches]
  return all.length === 0 ? '' : `<ul>${all.join('\n')}</ul>`
}

export const wordIn =
  (language: Language) =>
  (key: Word, day = ''): string =>
    escaped(WORDS[language][key].replace('{{date}}', () => day))

function expiryNote({ expiresOn }: DocumentOptions, language: Language): string {
  if (expiresOn === '') return ''
  const text = wordIn(language)('validUntil', expiresOn)
  return `<p id="expiry" class="expiry" data-word="validUntil" data-day="${expiresOn}">${text}</p>\n`
}

const LINE_HEIGHT = 84
const GAP = 72
const LATIN_WIDTH = 8
const WIDE_WIDTH = 15
/** From this code point on, characters are as wide as they are high. */
const FIRST_WIDE_LETTER = '\u2e80'

/** A repeated picture across every page, also on paper: browsers do not print backgrounds. */
function watermark(text: string): string {
  if (text === '') return ''
  const width = [...text].reduce((sum, letter) => sum + (letter < FIRST_WIDE_LETTER ? LATIN_WIDTH : WIDE_WIDTH), GAP)
  const lines = [
    [0, LINE_HEIGHT / 2],
    [width / 2, 1.5 * LINE_HEIGHT],
    [-width / 2, 1.5 * LINE_HEIGHT],
  ].map(([x, y]) => `<text x="${x}" y="${y}">${escaped(text)}</text>`)
  return `<svg class="watermark" aria-hidden="true"><pattern id="watermark-tile" width="${width}" height="${2 * LINE_HEIGHT}" patternUnits="userSpaceOnUse" patternTransform="rotate(-22)">${lines.join('')}</pattern><rect width="100%" height="100%" fill="url(#watermark-tile)"/></svg>`
}

const icon = (path: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
const ICONS = {
  menu: icon('M4 6h16M4 12h16M4 18h16'),
  scheme: icon('M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18'),
  print: icon('M6 9V3h12v6M6 18H3v-7h18v7h-3M6 14h12v7H6z'),
}
