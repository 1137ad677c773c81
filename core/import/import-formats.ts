import type { Title } from '../account/login-methods.ts'
import type { FormatOptions } from '../export/format-options.ts'
import { extensionPoint } from '../extension.ts'
import type { GlobalParams, ItemType, Visibility } from '../item/item.ts'
import type { Language } from '../language.ts'
import type { TaskProgress } from '../task/task.ts'

/** A file to import. */
export interface ImportSource {
  /** Its name from the client, without folders and invisible characters; never empty. */
  readonly name: string
  readonly bytes: number
  /** Its first 4,096 bytes; fewer when it is shorter. */
  readonly first: Uint8Array
  /** `length` bytes from `offset` on; fewer, or none, at the end of the file. */
  slice(offset: number, length: number): Promise<Uint8Array>
  read(): AsyncIterable<Uint8Array>
}

/** The item, if a new one is created. */
export interface ImportedItem {
  readonly name: string
  readonly description?: string
  /**
   * A regular one when left out, when its type allows a single page but the file has something else, and, with a
   * warning, when the page kind of its type does not run.
   */
  readonly type?: ItemType
  /** Open when left out. */
  readonly visibility?: Visibility
  /** The visit password, for `password`. Members only, with a warning, when there is none or it cannot be one. */
  readonly password?: string
  /** Ignored when they are none that an item can have. */
  readonly globalParams?: GlobalParams
}
export interface ImportedCatalog {
  /** Identifies it within the file. */
  readonly id: string
  /** The id of a catalog given earlier; null for the root. */
  readonly parentId: string | null
  readonly name: string
  readonly order?: number
}
export interface ImportedPage {
  /**
   * Identifies the page when the same file, or a newer version, is imported again: an operation's id, method and path,
   * the path of a file. Unique within the file.
   */
  readonly id: string
  /** The id of a catalog given earlier; null for the root. */
  readonly catalogId: string | null
  readonly title: string
  /** Of any kind: it is recognised by the page kinds. */
  readonly content: string
  readonly order?: number
  /** Addresses of files to attach to it; files referred to in its text need not be listed. */
  readonly attached?: readonly string[]
}

export interface ImportedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Receives what a format finds. Nothing is created before all of it has been given, and anything given after `read` has
 * ended is ignored. Long names are cut, and people are told how many.
 */
export interface ImportTarget {
  /** If not given, the name of the file is used. */
  item(item: ImportedItem): void
  /** @throws DomainError catalogTooDeep | tooMany | importBroken */
  catalog(catalog: ImportedCatalog): void
  /** @throws DomainError tooMany | importBroken | importTooLong */
  page(page: ImportedPage): void
  /**
   * The address for links to a page of the file in texts, given before or later.
   * @param id a page that is given before the end; otherwise the file counts as broken
   */
  addressOfPage(id: string): string
  /**
   * Stores a file; one at a time. @returns the address by which texts of pages refer to it
   * @throws DomainError fileTooLarge | tooManyUploads
   */
  file(file: ImportedFile): Promise<string>
  /** A notice for people, e.g. about skipped content, in their language. */
  warn(text: string): void
}

export interface ImportTools {
  /** Fires when the result is no longer needed. */
  readonly signal: AbortSignal
  /** The chosen values, parsed by the format's `options`. */
  readonly options: Readonly<Record<string, unknown>>
  /** Language of the words that the format itself adds. */
  readonly language: Language
  progress(progress: Partial<TaskProgress>): void
}

/** A file format that can be imported. */
export interface ImportFormat {
  /** Lower-case letters, digits and hyphens; unique among import formats. Stored with imports: never change it. */
  readonly id: string
  readonly title: Title
  readonly options?: FormatOptions
  /**
   * Whether a file is in this format, by its first bytes, its name, or further reads. The first format that accepts a
   * file reads it.
   */
  recognises(file: ImportSource): boolean | Promise<boolean>
  /**
   * Reads the file, once for the preview and once for the import, with the same result both times. Time limit: 15
   * seconds for the preview, ten minutes for the import. Refuses a broken file with `importBroken`, whose `problem`
   * says in the language of `tools` what is wrong, and where.
   */
  read(file: ImportSource, into: ImportTarget, tools: ImportTools): Promise<void>
}

export const importFormats = extensionPoint<ImportFormat>('importFormats', { isLimitedByCore: true })
