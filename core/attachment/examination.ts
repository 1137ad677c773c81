import { documentsIn } from '../access/facts.ts'
import type { Collection, Documents } from '../ports/documents.ts'
import type { BlobPlace } from '../ports/files.ts'

/** The result of the last check for strays. */
export interface Examination {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  /** Blobs that no file refers to. */
  readonly blobs: readonly (BlobPlace & { readonly bytes: number })[]
  /** Files whose blobs are missing. */
  readonly files: readonly { readonly id: number; readonly name: string }[]
  /** Number of further ones that are not listed. */
  readonly more: number
  /** Files whose storage did not answer. */
  readonly unasked: number
  /** Storages that did not say what is in them; left out by examinations of earlier versions. */
  readonly unlisted?: readonly string[]
}

const KEY = 'last'

const examinations = (store: { readonly documents: Documents }): Collection<Examination> =>
  documentsIn(store).collection('attachment.examination')

export const lastExamination = async (store: { readonly documents: Documents }): Promise<Examination | null> =>
  (await examinations(store).byKey(KEY))?.data ?? null

export async function keepExamination(store: { readonly documents: Documents }, found: Examination): Promise<void> {
  await examinations(store).put({ key: KEY, at: new Date(found.at), data: found })
}
