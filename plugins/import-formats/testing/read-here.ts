import type { ImportedCatalog, ImportedPage, Language } from '#core/plugin.ts'
import type { FormatReader, ImportedItem } from '../thread/reader.ts'
import { MOST_TAKEN } from '../thread/threaded-format.ts'

interface Wishes {
  readonly language?: Language
  readonly options?: Readonly<Record<string, unknown>>
}

/** The output of a reader, run in the thread of the test, for tests of the reader itself. */
export async function readHere(
  reader: FormatReader,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  { language = 'en', options = {} }: Wishes = {},
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const items: ImportedItem[] = []
  const catalogs: ImportedCatalog[] = []
  const pages: ImportedPage[] = []
  const warnings: string[] = []
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = []
  await reader(
    { name, parts: [{ path: name, bytes }], language, options, most: MOST_TAKEN },
    {
      item: (item) => void items.push(item),
      catalog: (catalog) => void catalogs.push(catalog),
      page: (page) => void pages.push(page),
      warn: (text) => void warnings.push(text),
      total: () => undefined,
      file: (fileName, fileBytes) => `/attachment/${files.push({ name: fileName, bytes: fileBytes })}`,
      addressOfPage: (id) => `page:${id}`,
    },
  )
  return { item: items.at(-1) ?? null, catalogs, pages, warnings, files }
}
