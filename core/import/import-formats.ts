import type { Title } from '../account/login-methods.ts'
import type { FormatOptions } from '../export/format-options.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import type { TaskProgress } from '../task/task.ts'

/** A file that somebody wants to bring in. */
export interface ImportSource {
  /** What its sender calls it, without folders and invisible characters; never empty. */
  readonly name: string
  readonly bytes: number
  /** Its first 4,096 bytes; fewer when it is shorter. */
  readonly first: Uint8Array
  /** `length` bytes from there on; fewer, or none, where the file has no more. */
  slice(offset: number, length: number): Promise<Uint8Array>
  read(): AsyncIterable<Uint8Array>
}

/** Of the item, where a new one is made. */
export interface ImportedItem {
  readonly name: string
  readonly description?: string
}
export interface ImportedCatalog {
  /** Names it within the file. */
  readonly id: string
  /** The id of one that was given before; null for the root. */
  readonly parentId: string | null
  readonly name: string
  readonly order?: number
}
export interface ImportedPage {
  /**
   * What the page is recognised by when the same file comes again, or a newer one: an operation's id, method and path, the
   * path of a file. Unique within the file.
   */
  readonly id: string
  /** The id of a catalog that was given before; null for the root. */
  readonly catalogId: string | null
  readonly title: string
  /** Of whatever kind: the kinds of pages recognise it. */
  readonly content: string
  readonly order?: number
  /** Addresses of files that are attached to it; those that its text names need not be here. */
  readonly attached?: readonly string[]
}

export interface ImportedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Where a format puts what it finds. Nothing of it is there before all of it is, and what is given after `read` has ended
 * is passed over. Names that are too long are cut.
 */
export interface ImportTarget {
  /** The name of the file is taken when nothing is said. */
  item(item: ImportedItem): void
  /** @throws DomainError catalogTooDeep | tooMany | importBroken */
  catalog(catalog: ImportedCatalog): void
  /** @throws DomainError tooMany | importBroken | importTooLong */
  page(page: ImportedPage): void
  /**
   * The address by which texts of pages lead to a page of the file, given before or later.
   * @param id of a page that is given by the end; otherwise the file is broken
   */
  addressOfPage(id: string): string
  /**
   * Takes a file along, one after the other. @returns the address by which the texts of pages name it
   * @throws DomainError fileTooLarge | tooManyUploads
   */
  file(file: ImportedFile): Promise<string>
  /** Something people should know, as what was left out, in their language. */
  warn(text: string): void
}

export interface ImportTools {
  /** Fires when nobody waits any more. */
  readonly signal: AbortSignal
  /** What `options` of the format made of the choices. */
  readonly options: Readonly<Record<string, unknown>>
  /** For the words that the format itself writes. */
  readonly language: Language
  progress(progress: Partial<TaskProgress>): void
}

/** A kind of file that pages come in. */
export interface ImportFormat {
  /** Lower-case letters, digits and hyphens; unique among import formats. Kept with what was imported: never change it. */
  readonly id: string
  readonly title: Title
  readonly options?: FormatOptions
  /** Whether a file is its own, by the first bytes and the name, or by what it looks up in it. The first format that says so reads it. */
  recognises(file: ImportSource): boolean | Promise<boolean>
  /**
   * Reads the file, once to show what will be made and once to make it, and gives the same both times. It is given up after
   * 15 seconds when it is shown, after ten minutes when it is made. A file that is broken is refused with `importBroken`,
   * whose `problem` says in the language of `tools` what is wrong, and where.
   */
  read(file: ImportSource, into: ImportTarget, tools: ImportTools): Promise<void>
}

export const importFormats = extensionPoint<ImportFormat>('importFormats', { isLimitedByCore: true })
