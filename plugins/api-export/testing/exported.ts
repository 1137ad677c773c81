import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ExportedCatalog, ExportedHead, ExportFormat, ExportSource, Language } from '#core/plugin.ts'

export interface GivenPage {
  readonly title: string
  readonly content: string
  /** The names of its catalogs. */
  readonly path?: readonly string[]
}
interface Given {
  readonly globalParams?: ExportSource['item']['globalParams']
  readonly description?: string
  readonly language?: Language
}

interface Branch {
  readonly pages: ExportedHead[]
  readonly catalogs: (Branch & Pick<ExportedCatalog, 'id' | 'name'>)[]
}

/** The output of a format for these pages, parsed as JSON. */
export const exported = async (...given: Parameters<typeof exportedText>) => JSON.parse(await exportedText(...given))

/** The same as it is written. */
export async function exportedText(
  format: ExportFormat,
  pages: readonly GivenPage[],
  given: Given = {},
): Promise<string> {
  const { globalParams = { query: [], body: [], header: [] }, description = '', language = 'en' } = given
  const root: Branch = { pages: [], catalogs: [] }
  let catalogs = 0
  for (const [at, { title, path = [] }] of pages.entries()) {
    let place = root
    for (const name of path) {
      const known = place.catalogs.find((catalog) => catalog.name === name)
      const next = known ?? { id: (catalogs += 1), name, pages: [], catalogs: [] }
      if (!known) place.catalogs.push(next)
      place = next
    }
    place.pages.push({ id: at + 1, title })
  }
  const source: ExportSource = {
    item: { id: 1, name: 'Shop', description, type: 'regular', globalParams, visibility: 'open' },
    part: 'item',
    title: 'Shop',
    ...root,
    pageCount: pages.length,
    async *read() {
      for (const [at, { title, content, path = [] }] of pages.entries())
        yield {
          ...{ id: at + 1, title, content, path, kind: 'api-document', author: '', savedAt: new Date(0), files: [] },
          markdown: async () => content,
          article: async () => ({ html: '', headings: [] }),
          threads: async () => [],
        }
    },
    pageIdAt: async () => null,
    formerFileAt: async () => null,
  }
  const { signal } = new AbortController()
  const pieces = format.write(source, {
    signal,
    options: {},
    drawings: new Map(),
    language,
    now: new Date('2026-01-31T08:00:00Z'),
  })
  return text(Readable.from(pieces))
}
