import { documentsIn } from '../access/facts.ts'
import type { Context } from '../context.ts'
import type { Collection } from '../ports/documents.ts'

/** A page somebody opened, with the time of the last visit; private to that person. */
export interface Visit {
  /** Unix milliseconds of their last save there, as reported by the editor; 0 for none. */
  readonly editedAt: number
}

/** Per person; older ones are dropped. */
export const MOST_VISITS = 60

export const visitsIn = ({ store }: Pick<Context, 'store'>): Collection<Visit> =>
  documentsIn(store).collection('start.visit')

export const visitKey = (userId: number, pageId: number): string => `${userId}:${pageId}`
