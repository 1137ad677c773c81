import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** The key with which programs wrote into an item in another system and continue to do so here. */
export interface CarriedItemKey {
  readonly itemId: number
  readonly apiKey: string
  readonly apiToken: string
}

/**
 * Takes over the key of an item imported from another system, in the transaction that imports the item.
 * @returns false when another item has this key, which it keeps; anything else, or nothing, when it is taken over
 */
export type ItemKeyCarrier = (ctx: Pick<Context, 'store' | 'services'>, key: CarriedItemKey) => Promise<boolean | void>
export const itemKeyCarriers = extensionPoint<ItemKeyCarrier>('itemKeyCarriers', { isPartOfCommands: true })
