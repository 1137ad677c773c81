import type { Title } from '../account/login-methods.ts'
import { extensionPoint } from '../extension.ts'
import type { Item, ItemType, Visibility } from '../item/item.ts'
import type { Language } from '../language.ts'
import type { Article } from '../ports/rendering.ts'
import type { FormatOptions } from './format-options.ts'
import type { ExportedThread } from './thread-sources.ts'

/** What can be exported: a whole item, one catalog with everything in it, one page. */
export const EXPORT_PARTS = ['item', 'catalog', 'page'] as const
export type ExportPart = (typeof EXPORT_PARTS)[number]

/** A page in the tree. */
export interface ExportedHead {
  readonly id: number
  readonly title: string
}
export interface ExportedCatalog {
  readonly id: number
  readonly name: string
  readonly pages: readonly ExportedHead[]
  readonly catalogs: readonly ExportedCatalog[]
}

/** A file used by a page. */
export interface ExportedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  /** The path by which the texts of pages refer to it, e.g. `/attachment/…`. */
  readonly address: string
  /** Attached to the page by people; otherwise only the text refers to it. */
  readonly isAttached: boolean
  /** Null when its content no longer exists. */
  read(): Promise<AsyncIterable<Uint8Array> | null>
}

export interface ExportedPage extends ExportedHead {
  /** The names of the catalogs above it, starting with the outermost one exported. */
  readonly path: readonly string[]
  /** The stored content. */
  readonly content: string
  /** The id of its kind; `unknown` while the plugin of its kind is not running. */
  readonly kind: string
  /** Username of the person who saved last; '' when the account is deleted. */
  readonly author: string
  readonly savedAt: Date
  readonly files: readonly ExportedFile[]
  /** The page as markdown, whatever its kind. */
  markdown(): Promise<string>
  /** The HTML shown to readers, safe to insert into a document unchanged. */
  article(): Promise<Article>
  /** What people said of it, as far as whoever exports may read that: to be asked for by choice. Plain texts. */
  threads(): Promise<readonly ExportedThread[]>
}

/** The content to export, limited to what the exporting person may currently read. */
export interface ExportSource {
  readonly item: Pick<Item, 'id' | 'name' | 'description' | 'type' | 'globalParams'> & {
    readonly visibility: Visibility
  }
  readonly part: ExportPart
  /** The name of the item, of the catalog, or the title of the page. */
  readonly title: string
  /** Pages in no catalog; for one catalog or one page, those exported directly. */
  readonly pages: readonly ExportedHead[]
  readonly catalogs: readonly ExportedCatalog[]
  readonly pageCount: number
  /**
   * All pages with their content, in the order of the tree: pages before catalogs. Read in batches on demand, checking
   * rights each time: a page deleted meanwhile is left out.
   * @throws DomainError when the right was revoked meanwhile
   */
  read(): AsyncIterable<ExportedPage>
  /**
   * The exported page that an address in a text or an article refers to, in any of its forms: below the item, by
   * itself, or by its key, with or without the address of the site. Without `?` or `#` and what follows.
   * @returns null for every other address
   */
  pageIdAt(address: string): Promise<number | null>
  /**
   * The address here of a file that had this path below the upload folder of a ShowDoc, given as addresses have it; null
   * for any other path.
   */
  formerFileAt(path: string): Promise<string | null>
}

export interface ExportTools {
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  /** The chosen values, parsed by the format's `options`. */
  readonly options: Readonly<Record<string, unknown>>
  /**
   * Pictures of diagrams by what was typed for them, each a PNG in Base64 with two pixels for one: those that the browser
   * drew from which the export was started. Nobody else can vouch for what they show.
   */
  readonly drawings: ReadonlyMap<string, string>
  /** For the words that the format itself writes. */
  readonly language: Language
  readonly now: Date
}

/** A kind of file in which pages are taken elsewhere. */
export interface ExportFormat {
  /** Lower-case letters, digits and hyphens; unique among export formats. */
  readonly id: string
  readonly title: Title
  /** Of the file's name, without the dot. */
  readonly extension: string
  /** Of a kind no browser runs, as `application/zip`. */
  readonly mediaType: string
  /** What it can write; everything when left out. */
  readonly parts?: readonly ExportPart[]
  readonly options?: FormatOptions
  /** Types of items of which people mostly want this format: it is chosen there unless they choose another. */
  readonly suits?: readonly ItemType[]
  /** Makes use of `ExportTools.drawings`: a browser draws the diagrams before it starts the export. */
  readonly takesDrawings?: boolean
  /**
   * Writes the file, piece by piece, no faster than it is taken: an async generator. It has failed when nothing comes for
   * 30 seconds, where an empty piece says that it is at work; then, and when it throws, nobody gets the part for the whole.
   */
  write(source: ExportSource, tools: ExportTools): AsyncIterable<Uint8Array>
}

export const exportFormats = extensionPoint<ExportFormat>('exportFormats', { isLimitedByCore: true })
