import type { Collection, Context } from '#core/plugin.ts'
import { commentLimits } from './limits.ts'
import type { Anchor } from './passage.ts'

type Holder = Pick<Context, 'store'>

/** What somebody says of a page, or answers there. Belongs to the page, and stays when the account is gone. */
export interface Comment {
  readonly authorId: number
  readonly text: string
  /** The comment it answers; 0 for the first one of a thread. */
  readonly threadId: number
  /** Null for the page as a whole, and in answers. */
  readonly anchor: Anchor | null
  /** Of the first one of a thread. */
  readonly isResolved: boolean
  /** 0 while it is open. */
  readonly resolvedById: number
  /** Unix milliseconds; 0 when it is as it was first sent. */
  readonly editedAt: number
  /** Its text is gone, and its place stays because others answered. */
  readonly isRemoved: boolean
}

export const commentsIn = ({ store }: Holder): Collection<Comment> => store.documents.collection('comments.comment')

const turnsIn = ({ store }: Holder): Collection<object> => store.documents.collection('comments.turn')

/** Holds off other changes of the comments of this page until the end of the transaction. */
export async function waitForTurn(ctx: Holder & Pick<Context, 'services'>, pageId: number): Promise<void> {
  await turnsIn(ctx).put({ key: `${pageId}`, pageId, at: ctx.services.clock.now(), data: {} })
}

/**
 * Whom this text names by `@` and the username; others than usernames are among them. A name may be followed by any mark
 * that ends a sentence.
 */
export function namesIn(text: string): readonly string[] {
  const names = new Set<string>()
  for (const [, name = ''] of text.matchAll(/(?<![\p{L}\p{N}_.@-])@([^\s@,;:!?()，。；：！？（）、]{1,100})/gu)) {
    names.add(name)
    const short = name.replace(/[.…"'”’»\]}>]+$/u, '')
    if (short !== '') names.add(short)
  }
  return [...names].slice(0, 2 * commentLimits.mentions)
}

/** Of a thread that nobody has settled. */
export const OPEN = { isResolved: false, resolvedById: 0 } as const
/** Of a comment as it is written. */
export const FRESH = { ...OPEN, editedAt: 0, isRemoved: false } as const
