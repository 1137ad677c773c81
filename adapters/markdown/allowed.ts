/** What an article may contain, as data, so that the sanitisers of server and browser agree (threats X1). */
export const ALLOWED_TAGS: readonly string[] = [
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'div',
    'section',
    'figure',
    'figcaption',
  ],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'label', 'input'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'img', 'abbr', 'b', 'cite', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark', 'q', 'ruby', 'rp', 'rt', 's'],
  ...['samp', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'var'],
]

export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['id', 'class', 'title', 'lang', 'dir', 'align'],
  a: ['href', 'target', 'rel', 'data-picture'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  td: ['colspan', 'rowspan', 'style'],
  th: ['colspan', 'rowspan', 'scope', 'style'],
  col: ['span'],
  p: ['style'],
  div: ['tabindex', 'style'],
  pre: ['tabindex'],
  details: ['open'],
}

/** The name of a task's checkbox without text, open and done: the same in every language. */
export const EMPTY_TASK_NAMES: readonly string[] = ['☐', '☑']

/** The words that make a quote a callout; styles and exports have a title for each, in both languages. */
export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const

/** Class names set by the renderer; `*` matches any ending. */
export const ALLOWED_CLASSES: readonly string[] = [
  ...[
    'hljs',
    'hljs-*',
    'language-*',
    'math',
    'math-*',
    'mermaid',
    'code-block',
    'table-scroll',
    'table-large',
    'external-image',
    'contents-list',
  ],
  ...['callout', ...CALLOUTS.map((word) => `callout-${word}`)],
  ...['cell-value', 'cell-text', 'cell-wide', 'cell-widest', 'cell-long'],
  ...['task-list-*', 'contains-task-list', 'footnote*', 'function_', 'class_', 'inherited__', 'constant_', 'language_'],
]

/** Ids of an article start with this, so that they cannot clobber names of the page. */
export const ID_PREFIX = 'user-content-'

/** Removed together with their content. */
export const DROPPED_TAGS: readonly string[] = [
  ...['script', 'style', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'svg', 'math', 'template'],
  ...['noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'listing', 'textarea', 'select', 'option', 'title'],
]

// Removed, but their content stays.
const UNWRAPPED_TAGS = [
  ...[
    'html',
    'head',
    'body',
    'meta',
    'link',
    'base',
    'form',
    'fieldset',
    'legend',
    'button',
    'article',
    'aside',
    'main',
  ],
  ...['header', 'footer', 'nav', 'center', 'font', 'big', 'strike', 'tt', 'nobr', 'marquee', 'blink', 'dialog', 'slot'],
  ...[
    'audio',
    'video',
    'source',
    'track',
    'canvas',
    'map',
    'area',
    'picture',
    'wbr',
    'bdi',
    'bdo',
    'dfn',
    'time',
    'data',
  ],
]

/** All known elements; anything else that looks like a tag is text. */
export const KNOWN_TAGS: ReadonlySet<string> = new Set([...ALLOWED_TAGS, ...DROPPED_TAGS, ...UNWRAPPED_TAGS])

/** Represents the site on which an article is read. */
const THIS_SITE = 'https://this-site.invalid'

/**
 * True for images of this site and for small embedded ones. The address is resolved as in browsers, which remove line
 * breaks and tabs, and read backslashes as slashes.
 */
export function isOwnImage(source: string): boolean {
  if (/^data:image\/(png|jpe?g|gif|webp);base64,/i.test(source)) return true
  const onHttps = originOn(THIS_SITE, source)
  // With another scheme for the site, `https:picture.png` would name another host.
  return (
    onHttps === THIS_SITE && originOn(THIS_SITE.replace('https', 'http'), source) === THIS_SITE.replace('https', 'http')
  )
}

const originOn = (site: string, source: string): string | null =>
  URL.canParse(source, `${site}/a/b`) ? new URL(source, `${site}/a/b`).origin : null

/**
 * The address in a text as browsers need it: texts contain paths below the site, so that they stay valid when the site
 * moves. Parsed as in browsers, which remove line breaks and tabs, and read backslashes as slashes.
 */
export function placedAddress(address: string, sitePath: string): string {
  if (sitePath === '') return address
  const read = address.replaceAll(/[\t\n\r]/g, '').trim()
  return /^[/\\](?![/\\])/.test(read) ? sitePath + read : address
}
