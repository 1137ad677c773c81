import type { Collection, Context } from '#core/plugin.ts'
import { commentLimits } from './limits.ts'
import type { Anchor } from './passage.ts'

type Holder = Pick<Context, 'store'>

/** A comment on a page, or a reply. Belongs to the page, and stays when the account is deleted. */
export interface Comment {
  readonly authorId: number
  readonly text: string
  /** The comment it replies to; 0 for the first one of a thread. */
  readonly threadId: number
  /** Null for the page as a whole, and in replies. */
  readonly anchor: Anchor | null
  /** For the first comment of a thread. */
  readonly isResolved: boolean
  /** 0 while it is open. */
  readonly resolvedById: number
  /** Unix milliseconds; 0 when never edited. */
  readonly editedAt: number
  /** Its text is deleted, but it stays because others have replied. */
  readonly isRemoved: boolean
}

/** What a comment counts against the text quotas; a deleted text counts nothing. */
export const bytesOf = ({ text, anchor }: Pick<Comment, 'text' | 'anchor'>): number =>
  new TextEncoder().encode(text + (anchor ? JSON.stringify(anchor) : '')).length

export const commentsIn = ({ store }: Holder): Collection<Comment> => store.documents.collection('comments.comment')

const turnsIn = ({ store }: Holder): Collection<object> => store.documents.collection('comments.turn')

/** Blocks concurrent changes of the comments on this page until the end of the transaction. */
export async function waitForTurn(ctx: Holder & Pick<Context, 'services'>, pageId: number): Promise<void> {
  await turnsIn(ctx).put({ key: `${pageId}`, pageId, at: ctx.services.clock.now(), data: {} })
}

/**
 * The names mentioned with `@`; not all of them are usernames. Punctuation may follow a name.
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

/** For an unresolved thread. */
export const OPEN = { isResolved: false, resolvedById: 0 } as const
/** For a comment being written. */
export const FRESH = { ...OPEN, editedAt: 0, isRemoved: false } as const
