import type { ImportedCatalog, ImportedPage } from '#core/plugin.ts'
import type { ImportedItem, ReadOrder } from './reader.ts'

export type Finding =
  | { readonly kind: 'item'; readonly item: ImportedItem }
  | { readonly kind: 'catalog'; readonly catalog: ImportedCatalog }
  | { readonly kind: 'page'; readonly page: ImportedPage }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'link'; readonly mark: string; readonly pageId: string }
  | { readonly kind: 'total'; readonly pages: number }
  | { readonly kind: 'file'; readonly mark: string; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** From the thread to the server. */
export type ThreadMessage =
  | { readonly kind: 'found'; readonly findings: readonly Finding[] }
  | { readonly kind: 'broken'; readonly problem: string }
  | { readonly kind: 'end' }

/** Initial data of a thread. */
export interface ThreadOrder extends ReadOrder {
  readonly format: string
  /** Prefix of placeholders in the texts of pages, before the number of a file or a page. */
  readonly mark: string
  /** How many batches the server has processed. */
  readonly taken: Int32Array<SharedArrayBuffer>
}
