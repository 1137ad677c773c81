import type { OpenServices } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { emptyContentOf, kindOfItems } from '../page/content.ts'
import { pageKinds } from '../page/kind.ts'
import { ITEM_TYPES, type ItemType } from './item.ts'

/** An item type that people can add, and how its pages start. */
export interface OfferedType {
  readonly type: ItemType
  /** The id of their page kind. */
  readonly kind: string
  readonly content: string
}

/** The item types in which pages of some running kind start. */
export const begunTypes = (services: OpenServices): ReadonlySet<ItemType> =>
  new Set(
    wholeServices(services)
      .extensions(pageKinds)
      .flatMap(({ itemTypes }) => itemTypes),
  )

/** The item types offered for a new item: those in which pages of some kind start. */
export function offeredTypes(services: OpenServices): Promise<OfferedType[]> {
  const begun = begunTypes(services)
  // Items for programs are added by programs (D15).
  const types = (Object.keys(ITEM_TYPES) as ItemType[]).filter((type) => type !== 'runapi' && begun.has(type))
  return Promise.all(
    types.map(async (type) => ({
      type,
      kind: kindOfItems(services, type).id,
      content: await emptyContentOf(services, type),
    })),
  )
}
