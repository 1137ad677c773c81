import { extensionPoint } from '../extension.ts'
import type { KeyChange } from '../ports/login.ts'
import type { Document } from '../ports/documents.ts'

/**
 * Documents that contain sealed texts or keyed digests. Changing the site key would make them unreadable, so plugins
 * that write such documents define how to reseal them.
 */
export interface SealedDocuments {
  /** Name of the collection. */
  readonly collection: string
  /** The changed fields of `data`. Pure. @throws Error when a text cannot be unsealed */
  resealed(document: Document<object>, change: KeyChange): object
}
export const sealedDocuments = extensionPoint<SealedDocuments>('sealedDocuments')
