import type { Context } from '../context.ts'
import type { Collection } from '../ports/store.ts'

/** A page somebody opened, as of when they did so last; for nobody else. */
export interface Visit {
  /** Unix milliseconds of their last save there that the editor told of; 0 for none. */
  readonly editedAt: number
}

/** Of one person; older ones are forgotten. */
export const MOST_VISITS = 60

export const visitsIn = ({ store }: Pick<Context, 'store'>): Collection<Visit> =>
  store.documents.collection('start.visit')

export const visitKey = (userId: number, pageId: number): string => `${userId}:${pageId}`
