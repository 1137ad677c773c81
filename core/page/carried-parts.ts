import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'

/** A text to begin pages with, as it was in another system. */
export interface CarriedTemplate {
  readonly ownerId: number
  readonly title: string
  readonly content: string
  readonly at: Date
  /** The items whose editors it is shown to. */
  readonly shares: readonly { readonly itemId: number; readonly at: Date }[]
}

/** What the API of a page answered before it existed. */
export interface CarriedMock {
  readonly itemId: number
  readonly pageId: number
  readonly path: string
  readonly template: string
  readonly uniqueKey: string
  readonly at: Date
}

/** Somebody followed a page since then. */
export interface CarriedSubscription {
  readonly pageId: number
  readonly userId: number
  readonly at: Date
}

/** What somebody said of a page, and what others answered. */
export interface CarriedThread extends CarriedComment {
  readonly pageId: number
  readonly answers: readonly CarriedComment[]
}
interface CarriedComment {
  readonly authorId: number
  readonly text: string
  readonly at: Date
}

/**
 * Takes over what another system kept for people or pages that are here by now.
 * @returns why it stays behind, in English; null when it came along
 */
export type Carrier<T> = (ctx: Pick<Context, 'store' | 'services'>, carried: T) => Promise<string | null>
export const templateCarriers = extensionPoint<Carrier<CarriedTemplate>>('templateCarriers', {
  isPartOfCommands: true,
})
export const mockCarriers = extensionPoint<Carrier<CarriedMock>>('mockCarriers', { isPartOfCommands: true })
export const threadCarriers = extensionPoint<Carrier<CarriedThread>>('threadCarriers', { isPartOfCommands: true })
export const subscriptionCarriers = extensionPoint<Carrier<CarriedSubscription>>('subscriptionCarriers', {
  isPartOfCommands: true,
})
