import { DomUtils, parseDocument } from 'htmlparser2'
import { escaped } from './html-text.ts'

type Attributes = Readonly<Record<string, string>>

/** Resolves addresses within the document. */
export interface Places {
  /** Prefix for every id of the article, because a document contains many articles. */
  readonly prefix: string
  /** Attributes of the link to an address; null when its target is not in the document. */
  linkTo(address: string): Promise<Attributes | null>
  /** Attributes of the picture at that address; null when it is not in the document. */
  pictureAt(address: string): Promise<Attributes | null>
}

export interface PlacedArticle {
  readonly html: string
  /** The parts of an element that are used. */
  readonly text: string
  readonly hasFormulas: boolean
  readonly hasDiagrams: boolean
}

/**
 * An article with other addresses and ids. It has been sanitised (threats X1); only the attributes returned by `places`
 * are added, and the alternative text of missing pictures.
 */
export async function placedArticle(html: string, places: Places): Promise<PlacedArticle> {
  const document = parseDocument(html)
  const elements = DomUtils.getElementsByTagName('*', document.children, true)
  let [hasFormulas, hasDiagrams] = [false, false]
  for (const element of elements) {
    const { attribs } = element
    if (attribs['id'] !== undefined) attribs['id'] = places.prefix + attribs['id']
    const classes = (attribs['class'] ?? '').split(' ')
    hasFormulas ||= classes.includes('math')
    hasDiagrams ||= classes.includes('mermaid')
    if (element.name === 'a') element.attribs = { ...(await linkIn(attribs, places)) }
    if (element.name === 'img') await placePicture(element, places)
  }
  return {
    html: DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' }),
    text: DomUtils.textContent(document),
    hasFormulas,
    hasDiagrams,
  }
}

async function linkIn({ href, ...rest }: Attributes, places: Places): Promise<Attributes> {
  if (href === undefined) return rest
  if (href.startsWith('#')) return { ...rest, href: `#${places.prefix}${href.slice(1)}` }
  const { target: _target, rel: _rel, ...own } = rest
  const placed = await places.linkTo(href)
  if (placed) return { ...own, ...placed }
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { ...rest, href }
  // With another scheme it would refer to a file of the reader.
  if (/^[/\\]{2}/.test(href)) return { ...rest, href: `https:${href}` }
  return own
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

async function placePicture(element: Element, places: Places): Promise<void> {
  const { src = '', alt = '', loading: _loading, ...rest } = element.attribs
  const placed = /^data:/i.test(src) ? { src } : await places.pictureAt(src)
  if (placed) {
    element.attribs = { ...rest, alt, ...placed }
    return
  }
  const [text] = parseDocument(escaped(alt)).children
  if (text) DomUtils.replaceElement(element, text)
  else DomUtils.removeElement(element)
}
