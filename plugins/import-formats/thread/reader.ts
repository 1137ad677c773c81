import type { ImportedCatalog, ImportedPage, ImportTarget, Language } from '#core/plugin.ts'

/** Of the item, where a new one is made. */
export type ImportedItem = Parameters<ImportTarget['item']>[0]
/** A file, or one of those in an archive. */
export interface FilePart {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** What a reader works on, in a thread of its own. */
export interface ReadOrder {
  /** What the sender calls the file. */
  readonly name: string
  readonly parts: readonly FilePart[]
  readonly language: Language
  readonly options: Readonly<Record<string, unknown>>
}
/** Where a reader puts what it finds. Each call may wait until the server has taken what was given before. */
export interface Findings {
  item(item: ImportedItem): void
  catalog(catalog: ImportedCatalog): void
  page(page: ImportedPage): void
  warn(text: string): void
  /** How many pages will come, once it is known. */
  total(pages: number): void
  /** @returns what stands in the texts of pages that are given later for the address of the file */
  file(name: string, bytes: Uint8Array<ArrayBuffer>): string
  /** @returns what stands in the texts of pages that are given later for the address of that page of the file */
  addressOfPage(id: string): string
}
export type FormatReader = (order: ReadOrder, into: Findings) => void | Promise<void>

/** A file that cannot be read, with what is wrong and where, in the language of whoever brings it. */
export class BrokenFile extends Error {}
