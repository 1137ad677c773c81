import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** By which programs wrote into an item in another system, and go on to do so here. */
export interface CarriedItemKey {
  readonly itemId: number
  readonly apiKey: string
  readonly apiToken: string
}

/** Takes over the key of an item that comes from another system, in the transaction in which the item comes. */
export type ItemKeyCarrier = (ctx: Pick<Context, 'store' | 'services'>, key: CarriedItemKey) => Promise<void>
export const itemKeyCarriers = extensionPoint<ItemKeyCarrier>('itemKeyCarriers', { isPartOfCommands: true })
