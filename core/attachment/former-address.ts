import type { OpenStore } from '../ports/store.ts'

/** A file that had a path in the system it was imported from. */
interface FormerFile {
  readonly token: string
}

/** By its former path below the upload folder. Its `sign` needs no entry: it is the token here. */
export const formerFiles = ({ documents }: Pick<OpenStore, 'documents'>) =>
  documents.collection<FormerFile>('attachment.former')
