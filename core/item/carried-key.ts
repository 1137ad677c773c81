import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** The key with which programs wrote into an item in another system and continue to do so here. */
export interface CarriedItemKey {
  readonly itemId: number
  readonly apiKey: string
  readonly apiToken: string
}

type Surroundings = Pick<Context, 'store' | 'services'>

/**
 * Takes over the key of an item imported from another system, in the transaction that imports the item.
 * @returns false when another item has this key, which it keeps; anything else, or nothing, when it is taken over
 */
export type ItemKeyCarrier = (ctx: Surroundings, key: CarriedItemKey) => Promise<boolean | void>
export const itemKeyCarriers = extensionPoint<ItemKeyCarrier>('itemKeyCarriers', { isPartOfCommands: true })

/** Lets a later import compare the keys that a plugin keeps, and end those that ended in the other system. */
export interface ItemKeyHolder {
  /** All keys of the item, which are found here although it lies in the recycle bin. */
  keysOf(ctx: Surroundings, itemId: number): Promise<readonly CarriedItemKey[]>
  /** Ends one of these; the item is locked until the end of the transaction. */
  end(ctx: Surroundings, key: CarriedItemKey): Promise<void>
}
export const itemKeyHolders = extensionPoint<ItemKeyHolder>('itemKeyHolders', { isPartOfCommands: true })
