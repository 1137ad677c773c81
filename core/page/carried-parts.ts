import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'

/** A page template from another system. */
export interface CarriedTemplate {
  readonly ownerId: number
  readonly title: string
  readonly content: string
  readonly at: Date
  /** The items whose editors can use it. */
  readonly shares: readonly { readonly itemId: number; readonly at: Date }[]
  /** Whether it was taken over before, so that only these shares are added to it, if it is still there. */
  readonly isThere?: boolean
}

/** The former mock response of a page's API. */
export interface CarriedMock {
  readonly itemId: number
  readonly pageId: number
  readonly path: string
  readonly template: string
  readonly uniqueKey: string
  /** Whose space it takes: the author of the page. */
  readonly authorId: number
  readonly at: Date
}

/** When somebody started following the page. */
export interface CarriedSubscription {
  readonly pageId: number
  readonly userId: number
  readonly at: Date
}

/** A comment on a page, and its replies. */
export interface CarriedThread extends CarriedComment {
  readonly pageId: number
  readonly answers: readonly CarriedComment[]
}
interface CarriedComment {
  readonly authorId: number
  readonly text: string
  readonly at: Date
}

/** What somebody was told of a page. */
export interface CarriedReminder {
  readonly pageId: number
  readonly userId: number
  /** 0 for nobody, or somebody without an account here. */
  readonly fromId: number
  /** What happened to the page. */
  readonly action: 'create' | 'update' | 'comment'
  readonly text: string
  readonly at: Date
  readonly isRead: boolean
}

/** What everybody was told. */
export interface CarriedAnnouncement {
  /** 0 for nobody, or somebody without an account here. */
  readonly fromId: number
  /** In markdown or HTML. */
  readonly text: string
  readonly at: Date
  /** Who has read it. */
  readonly readers: readonly { readonly userId: number; readonly at: Date }[]
}

/**
 * Takes over data that another system had stored for people or pages that have been imported.
 * @returns why it was not taken over; null when it was
 */
export type Carrier<T> = (ctx: Pick<Context, 'store' | 'services'>, carried: T) => Promise<NotCarried | null>
/** For people, as the end of a row in the receipt; a text that is not in both languages is in English. */
export type NotCarried = Readonly<Record<Language, string>> | string
export const templateCarriers = extensionPoint<Carrier<CarriedTemplate>>('templateCarriers', {
  isPartOfCommands: true,
})
export const mockCarriers = extensionPoint<Carrier<CarriedMock>>('mockCarriers', { isPartOfCommands: true })
export const threadCarriers = extensionPoint<Carrier<CarriedThread>>('threadCarriers', { isPartOfCommands: true })
export const subscriptionCarriers = extensionPoint<Carrier<CarriedSubscription>>('subscriptionCarriers', {
  isPartOfCommands: true,
})
export const announcementCarriers = extensionPoint<Carrier<CarriedAnnouncement>>('announcementCarriers', {
  isPartOfCommands: true,
})
/** The same for some of one person at once, the newest first, because there may be a great many: an answer for each. */
export type ReminderCarrier = (
  ctx: Pick<Context, 'store' | 'services'>,
  carried: readonly CarriedReminder[],
) => Promise<readonly (NotCarried | null)[]>
export const reminderCarriers = extensionPoint<ReminderCarrier>('reminderCarriers', { isPartOfCommands: true })
