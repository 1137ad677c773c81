import type { Context } from '../context.ts'
import type { Collection } from '../ports/store.ts'

/** What somebody marked to find it again: an item, or a page; for nobody else. */
export interface Star {
  readonly kind: 'item' | 'page'
}

/** Of one person. Those beyond are refused, not forgotten: nobody chose which. */
export const MOST_STARS = 200

export const starsIn = ({ store }: Pick<Context, 'store'>): Collection<Star> => store.documents.collection('start.star')

/** Nobody stars something twice. */
export const starKey = (userId: number, kind: Star['kind'], id: number): string => `${userId}:${kind}:${id}`
