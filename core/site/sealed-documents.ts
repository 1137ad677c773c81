import { extensionPoint } from '../extension.ts'
import type { KeyChange } from '../ports/login.ts'
import type { Document } from '../ports/store.ts'

/**
 * Documents with sealed texts or keyed digests in them. A change of the site's key would leave them unreadable, so whoever
 * writes such documents says how they are made anew.
 */
export interface SealedDocuments {
  /** Name of the collection. */
  readonly collection: string
  /** The fields of `data` that become others. Pure. @throws Error when a text cannot be opened */
  resealed(document: Document<object>, change: KeyChange): object
}
export const sealedDocuments = extensionPoint<SealedDocuments>('sealedDocuments')
