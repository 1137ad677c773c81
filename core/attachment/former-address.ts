import type { OpenStore } from '../ports/store.ts'

/** A file that could be fetched by its path in the system it came from. */
interface FormerFile {
  readonly token: string
}

/** By the path below the folder of uploads that the file had. Its sign needs no entry: that is its token here. */
export const formerFiles = ({ documents }: Pick<OpenStore, 'documents'>) =>
  documents.collection<FormerFile>('attachment.former')
