import type { FilePart } from '../thread/reader.ts'
import { relationsIn, relationsPath } from './word-relations.ts'

/** Parts that the library opens by these names, wherever the package lies. */
const IS_USUAL =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|(?!docProps\/|customXml\/)[^/]+\/(?:(?:document|styles|numbering|footnotes|endnotes|comments)\d*\.xml|_rels\/(?:document|footnotes|endnotes|comments)\d*\.xml\.rels))$/i
const IS_OPENED = /\/relationships\/(?:officeDocument|styles|numbering|footnotes|endnotes|comments)$/

/** What the library opens of a document; charts, headers, settings and the like never become text. */
export function openedParts(parts: readonly FilePart[]): readonly FilePart[] {
  // Programs may give these parts other names.
  const named = new Set(
    parts
      .filter(({ path }) => /^(?:[^/]+\/)?_rels\/[^/]*\.rels$/i.test(path))
      .flatMap((part) => relationsIn(part).filter(({ type }) => IS_OPENED.test(type)))
      .flatMap(({ path }) => [path, relationsPath(path)]),
  )
  // What is taken for a picture has not been looked at: none of them is opened as text.
  return parts.filter(({ path }) =>
    /\.(?:xml|rels)$/i.test(path) ? IS_USUAL.test(path) || named.has(path) : !named.has(path),
  )
}
