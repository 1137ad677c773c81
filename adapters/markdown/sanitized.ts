import sanitizeHtml from 'sanitize-html'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_CLASSES,
  ALLOWED_TAGS,
  DROPPED_TAGS,
  EMPTY_TASK_NAMES,
  ID_PREFIX,
  isOwnImage,
  placedAddress,
} from './allowed.ts'

/**
 * Removes everything from HTML that an article may not contain. Nothing may be added to its result (threats X1). @param
 * sitePath the path of the site on its host, as in `/docs`; texts contain paths below the site
 */
export function sanitizer(sitePath: string): (html: string) => string {
  const placed =
    (name: 'href' | 'src', transform: sanitizeHtml.Transformer): sanitizeHtml.Transformer =>
    (tag, given) => {
      const transformed = transform(tag, given)
      const address = transformed.attribs[name]
      const attribs =
        address === undefined
          ? transformed.attribs
          : { ...transformed.attribs, [name]: placedAddress(address, sitePath) }
      return { ...transformed, attribs }
    }
  const transformTags = {
    ...OPTIONS.transformTags,
    a: placed('href', link),
    img: placed('src', image),
  }
  return (html) => sanitizeHtml(html, { ...OPTIONS, transformTags })
}

const withPrefix = (id: string): string => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id)

const prefixed: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: attribs['id'] === undefined ? attribs : { ...attribs, id: withPrefix(attribs['id']) },
})

const link: sanitizeHtml.Transformer = (tagName, attribs) => {
  const { target: _target, rel: _rel, ...kept } = prefixed(tagName, attribs).attribs
  if (kept['href'] === undefined) return { tagName, attribs: kept }
  // Browsers remove these characters, wherever they are.
  const href = kept['href'].replaceAll(/[\t\n\r]/g, '').trim()
  if (href.startsWith('#')) return { tagName, attribs: { ...kept, href: `#${withPrefix(href.slice(1))}` } }
  const isOutside = /^([a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(href)
  return {
    tagName,
    attribs: { ...kept, href, ...(isOutside && { target: '_blank', rel: 'noopener noreferrer' }) },
  }
}

// Written as HTML, an image of another site becomes the same link as in markdown (threats X7).
const image: sanitizeHtml.Transformer = (tagName, attribs) => {
  const source = attribs['src'] ?? ''
  if (isOwnImage(source)) return prefixed(tagName, attribs)
  const text = attribs['alt'] || source
  return { ...link('a', { class: 'external-image', href: source }), text }
}

// The only form control is a task's checkbox, which is disabled.
const taskBox: sanitizeHtml.Transformer = (tagName, { checked, 'aria-label': name = '' }) => ({
  tagName,
  attribs: {
    type: 'checkbox',
    disabled: '',
    ...(checked === undefined ? {} : { checked: '' }),
    ...(EMPTY_TASK_NAMES.includes(name) ? { 'aria-label': name } : {}),
  },
})

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [
      tag,
      names.map((name) => (name === 'tabindex' ? { name, values: ['0'] } : name)),
    ]),
  ),
  allowedClasses: { '*': [...ALLOWED_CLASSES] },
  allowedStyles: { '*': { 'text-align': [/^(left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: true,
  nonTextTags: [...DROPPED_TAGS],
  nestingLimit: 200,
  transformTags: { '*': prefixed, a: link, img: image, input: taskBox },
}
