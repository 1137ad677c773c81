import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ImportedCatalog, ImportedPage, ImportFormat, ImportSource, ImportTarget, Language } from '#core/plugin.ts'

type ImportedItem = Parameters<ImportTarget['item']>[0]

/** The complete output of a format for a file. */
export interface Found {
  readonly item: ImportedItem | null
  readonly catalogs: readonly ImportedCatalog[]
  readonly pages: readonly ImportedPage[]
  readonly files: readonly { readonly name: string; readonly bytes: Buffer; readonly address: string }[]
  readonly warnings: readonly string[]
}

interface Wishes {
  readonly language?: Language
  readonly options?: Readonly<Record<string, unknown>>
}

/** Bytes as an uploaded file. */
export function sourceOf(name: string, content: string | Uint8Array): ImportSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    name,
    bytes: bytes.length,
    first: bytes.slice(0, 4_096),
    slice: async (offset, length) => bytes.slice(offset, offset + length),
    async *read() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.slice(at, at + 65_536)
    },
  }
}

/** The output of the first of these formats that recognises the file. @throws Error when none does */
export async function foundIn(
  formats: readonly ImportFormat[],
  file: ImportSource,
  { language = 'en', options = {} }: Wishes = {},
): Promise<Found & { readonly format: string }> {
  const format = await formatFor(formats, file)
  if (!format) throw new Error(`no format recognises ${file.name}`)
  const found = { item: null as ImportedItem | null, catalogs: [], pages: [], files: [], warnings: [] } as {
    item: ImportedItem | null
    catalogs: ImportedCatalog[]
    pages: ImportedPage[]
    files: { name: string; bytes: Buffer; address: string }[]
    warnings: string[]
  }
  const into = {
    item: (item: ImportedItem) => void (found.item = item),
    catalog: (catalog: ImportedCatalog) => void found.catalogs.push(catalog),
    page: (page: ImportedPage) => void found.pages.push(page),
    warn: (text: string) => void found.warnings.push(text),
    addressOfPage: (id: string) => `page:${id}`,
    async file({ name, content }: { name: string; content: AsyncIterable<Uint8Array> }) {
      const address = `/attachment/${found.files.length}`
      found.files.push({ name, bytes: await buffer(Readable.from(content)), address })
      return address
    },
  }
  const { signal } = new AbortController()
  await format.read(file, into, { signal, options, language, progress: () => undefined })
  return { ...found, format: format.id }
}

export async function formatFor(formats: readonly ImportFormat[], file: ImportSource): Promise<ImportFormat | null> {
  for (const format of formats) if (await format.recognises(file)) return format
  return null
}
