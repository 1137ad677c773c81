import DOMPurify from 'dompurify'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_CLASSES,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  EMPTY_TASK_NAMES,
  ID_PREFIX,
  isOwnImage,
  placedAddress,
} from '#adapters/markdown/allowed.ts'
import { articleMarkdown } from '#adapters/markdown/article-markdown.ts'
import { sitePathHere } from '#web/site-path.ts'

const markdownIt = articleMarkdown()
const purify = DOMPurify(window)

/** If the preview has to show what a line became, its blocks contain line numbers. */
markdownIt.core.ruler.push('lines', ({ tokens, env }) => {
  if (!(env as { readonly hasLines?: boolean }).hasLines) return
  for (const token of tokens)
    if (token.level === 0 && token.nesting >= 0 && token.map) token.attrSet('data-line', String(token.map[0]))
})

/** The rendered markdown, sanitised in the browser by the same lists as on the server (threats X1). */
export function safeArticle(markdown: string, { hasLines = false } = {}): string {
  return purify.sanitize(markdownIt.render(markdown, { hasLines }), {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat()), ...(hasLines ? ['data-line'] : [])],
    FORBID_CONTENTS: [...DROPPED_TAGS],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP:
      /^(?:(?:https?|mailto|tel):|data:image\/(?:png|jpe?g|gif|webp);base64,|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  })
}

const CLASSES = ALLOWED_CLASSES.map(
  (name) => new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '.*')}$`),
)
const isAllowedClass = (name: string): boolean => CLASSES.some((pattern) => pattern.test(name))
const ALIGNMENT = /^text-align:\s*(left|right|center);?$/

// Before its attributes are checked, so that the link replacing it is checked like any other (threats X7).
purify.addHook('beforeSanitizeAttributes', (element) => {
  const source = element.localName === 'img' ? (element.getAttribute('src') ?? '') : ''
  if (isOwnImage(source)) return
  const link = document.createElement('a')
  link.className = 'external-image'
  link.setAttribute('href', source)
  link.textContent = element.getAttribute('alt') || source
  element.replaceWith(link)
})

purify.addHook('afterSanitizeAttributes', (element) => {
  for (const name of ['href', 'src']) {
    const address = element.getAttribute(name)
    if (address !== null) element.setAttribute(name, placedAddress(address, sitePathHere()))
  }
  const id = element.getAttribute('id')
  if (id !== null && !id.startsWith(ID_PREFIX)) element.setAttribute('id', ID_PREFIX + id)
  const href = element.getAttribute('href')
  if (href?.startsWith('#') && !href.startsWith(`#${ID_PREFIX}`))
    element.setAttribute('href', `#${ID_PREFIX}${href.slice(1)}`)
  else if (href !== null) {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer')
  }
  const classes = [...element.classList].filter(isAllowedClass)
  if (element.hasAttribute('class')) element.setAttribute('class', classes.join(' '))
  const style = element.getAttribute('style')
  if (style !== null && !ALIGNMENT.test(style.trim())) element.removeAttribute('style')
  if (element.localName === 'input') {
    element.setAttribute('type', 'checkbox')
    element.setAttribute('disabled', '')
    if (!EMPTY_TASK_NAMES.includes(element.getAttribute('aria-label') ?? '')) element.removeAttribute('aria-label')
  }
})
