import { readable } from '#core/page/readable.ts'
import type { Unread } from './notices-api.ts'

/** A message as displayed outside of its list. */
export interface Message {
  readonly messageId: number
  readonly fromId: number
  readonly fromName: string
  readonly text: string
  /** Null for an announcement. */
  readonly page: {
    readonly path: string
    readonly title: string
    readonly isNew: boolean
  } | null
  /** The time of its event, in milliseconds since 1970. */
  readonly at: number
  /** Changes when a newer remark makes it unread again. */
  readonly stamp: string
}

/** The message to show: reminders before announcements; null when nothing is unread. */
export function messageIn({ remind, announce }: Unread): Message | null {
  if (remind.messageId !== undefined && remind.pageData)
    return {
      ...common(remind.messageId, remind),
      page: {
        path: `/${remind.pageData.itemId}/${remind.pageData.pageId}`,
        title: remind.pageData.pageTitle,
        isNew: remind.actionType === 'create',
      },
    }
  if (announce.messageId === undefined) return null
  const message = common(announce.messageId, announce)
  // Browser notifications cannot display markdown.
  return { ...message, text: readable(message.text), page: null }
}

const common = (messageId: number, sent: Unread['announce']): Omit<Message, 'page'> => ({
  messageId,
  fromId: sent.fromId ?? 0,
  fromName: sent.fromName ?? '',
  text: sent.messageContent ?? '',
  at: new Date(sent.at ?? 0).getTime(),
  stamp: `${messageId} ${sent.at ?? ''}`,
})

// Stored outside of screens: navigation neither ends a message nor shows it again.
let shown: Message | null = null
const seen = new Set<string>()
const listeners = new Set<() => void>()

export const shownMessage = (): Message | null => shown
export function onShownMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function showMessage(message: Message | null): void {
  shown = message
  for (const listener of listeners) listener()
}
/** Whether this tab shows it for the first time; from then on it is known. */
export function isFirstTime({ stamp }: Message): boolean {
  if (seen.has(stamp)) return false
  seen.add(stamp)
  return true
}
