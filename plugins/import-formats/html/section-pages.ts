import { DistinctIds } from '../thread/distinct-ids.ts'
import type { Findings } from '../thread/reader.ts'
import type { Section } from './html-markdown.ts'

/** The pages for the parts of a document, identified by their headings. @param name of the document */
export function giveSections(into: Findings, name: string, sections: readonly Section[]): void {
  into.item({ name })
  const ids = new DistinctIds()
  const all = sections.length > 0 ? sections : [{ title: '', markdown: '' }]
  for (const [at, { title, markdown }] of all.entries()) {
    const id = ids.idFor(title === '' ? `document ${name}` : `heading ${title}`)
    into.page({ id, catalogId: null, title: title || name, content: markdown, order: at + 1 })
  }
}
