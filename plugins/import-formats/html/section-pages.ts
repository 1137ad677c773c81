import { DistinctIds } from '../thread/distinct-ids.ts'
import type { Findings } from '../thread/reader.ts'
import type { Section } from './html-markdown.ts'

/** The ids of the pages for parts with these titles. @param name of the document */
function pageIds(name: string, titles: readonly string[]): readonly string[] {
  const ids = new DistinctIds()
  return titles.map((title) => ids.idFor(title === '' ? `document ${name}` : `heading ${title}`))
}

/** Gives the addresses of the pages that `giveSections` makes. */
export function sectionAddresses(
  into: Findings,
  name: string,
  titleOf = (title: string): string => title,
): (titles: readonly string[], part: number) => string {
  let ids: readonly string[] | null = null
  return (titles, part) => into.addressOfPage((ids ??= pageIds(name, titles.map(titleOf)))[part] ?? '')
}

/** The pages for the parts of a document, identified by their headings. @param name of the document */
export function giveSections(into: Findings, name: string, sections: readonly Section[]): void {
  into.item({ name })
  const all = sections.length > 0 ? sections : [{ title: '', markdown: '' }]
  const ids = pageIds(
    name,
    all.map(({ title }) => title),
  )
  for (const [at, { title, markdown }] of all.entries()) {
    const id = ids[at] ?? ''
    into.page({ id, catalogId: null, title: title || name, content: markdown, order: at + 1 })
  }
}
