import type { ImportedCatalog, ImportedPage, ImportTarget, Language } from '#core/plugin.ts'

/** Name of the item, if a new one is created. */
export type ImportedItem = Parameters<ImportTarget['item']>[0]
/** A file, or an entry of an archive. */
export interface FilePart {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** The input of a reader, in a separate thread. */
export interface ReadOrder {
  /** The file name from the client. */
  readonly name: string
  readonly parts: readonly FilePart[]
  readonly language: Language
  readonly options: Readonly<Record<string, unknown>>
  /** Limits of what an item takes, from the server: with them, every thread would load the core. */
  readonly most: MostTaken
}
export interface MostTaken {
  readonly pages: number
  /** Of the content of a page, in UTF-16 units. */
  readonly contentLength: number
}
/** The output of a reader. Each call may wait until the server has processed earlier ones. */
export interface Findings {
  item(item: ImportedItem): void
  catalog(catalog: ImportedCatalog): void
  page(page: ImportedPage): void
  warn(text: string): void
  /** The number of pages, once it is known. */
  total(pages: number): void
  /** @returns the placeholder for the address of the file in texts of later pages */
  file(name: string, bytes: Uint8Array<ArrayBuffer>): string
  /** @returns the placeholder for the address of that page in texts of later pages */
  addressOfPage(id: string): string
}
export type FormatReader = (order: ReadOrder, into: Findings) => void | Promise<void>

/** An unreadable file, with the problem and its position, in the language of the user. */
export class BrokenFile extends Error {}
