import { documentsIn } from '../access/facts.ts'
import type { Context } from '../context.ts'
import type { Collection } from '../ports/documents.ts'

/** An item or a page that a person marked for quick access; private to that person. */
export interface Star {
  readonly kind: 'item' | 'page'
}

/** Per person. Further stars are refused instead of replacing old ones, because nobody chose which to drop. */
export const MOST_STARS = 200

export const starsIn = ({ store }: Pick<Context, 'store'>): Collection<Star> =>
  documentsIn(store).collection('start.star')

/** Each thing can be starred once. */
export const starKey = (userId: number, kind: Star['kind'], id: number): string => `${userId}:${kind}:${id}`
