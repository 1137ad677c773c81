import type { Services } from '../context.ts'
import { emptyContentOf, kindOfItems } from '../page/content.ts'
import { pageKinds } from '../page/kind.ts'
import { ITEM_TYPES, type ItemType } from './item.ts'

/** A type of items that can be added by hand, and how its pages begin. */
export interface OfferedType {
  readonly type: ItemType
  /** The id of their kind. */
  readonly kind: string
  readonly content: string
}

/** What is offered to whoever adds an item: the types in which pages of some kind begin. */
export function offeredTypes(services: Pick<Services, 'extensions' | 'kindCalls'>): Promise<OfferedType[]> {
  const begun = new Set(services.extensions(pageKinds).flatMap(({ itemTypes }) => itemTypes))
  // Items for programs are written by programs (D15).
  const types = (Object.keys(ITEM_TYPES) as ItemType[]).filter((type) => type !== 'runapi' && begun.has(type))
  return Promise.all(
    types.map(async (type) => ({
      type,
      kind: kindOfItems(services, type).id,
      content: await emptyContentOf(services, type),
    })),
  )
}
