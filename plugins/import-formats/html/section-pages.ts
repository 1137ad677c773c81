import type { Findings } from '../thread/reader.ts'
import type { Section } from './html-markdown.ts'

/** The pages for the parts of a document, identified by their headings. @param name of the document */
export function giveSections(into: Findings, name: string, sections: readonly Section[]): void {
  into.item({ name })
  const taken = new Map<string, number>()
  const all = sections.length > 0 ? sections : [{ title: '', markdown: '' }]
  for (const [at, { title, markdown }] of all.entries()) {
    const count = (taken.get(title) ?? 0) + 1
    taken.set(title, count)
    const id = title === '' ? `document ${name}` : `heading ${title}${count === 1 ? '' : ` ${count}`}`
    into.page({ id: id.slice(0, LONGEST_ID), catalogId: null, title: title || name, content: markdown, order: at + 1 })
  }
}
const LONGEST_ID = 450
