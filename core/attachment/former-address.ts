import { documentsIn } from '../access/facts.ts'
import type { OpenStore } from '../ports/store.ts'

/** A file that had a path in the system it was imported from. */
interface FormerFile extends OfSource {
  readonly token: string
}

interface OfSource {
  /** The number of that system among those imported here; missing in older entries, which are of the first one. */
  readonly source?: number
}

/** By its former path below the upload folder. Its `sign` needs no entry: it is the token here. */
export const formerFiles = (store: Pick<OpenStore, 'documents'>) =>
  documentsIn(store).collection<FormerFile>('attachment.former')

/** A file that stays in a storage of another system, where it is open to anyone with its address. */
export interface FileElsewhere extends OfSource {
  /** With http or https. */
  readonly address: string
  readonly ownerId: number
  /** The pages that use it. */
  readonly pageIds: readonly number[]
  /** Whether a page ever used it, so that knowing its sign is not enough to be told the address. */
  readonly wasBound: boolean
}

/** By its former `sign`. */
export const filesElsewhere = (store: Pick<OpenStore, 'documents'>) =>
  documentsIn(store).collection<FileElsewhere>('attachment.elsewhere')
