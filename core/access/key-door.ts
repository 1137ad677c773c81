import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ItemType } from '../item/item.ts'
import { attemptLimits } from '../account/attempt-limits.ts'
import { digestOfKey, WRONG_KEYS } from '../page/link.ts'
import { factsIn } from './facts.ts'
import type { OpenedPage } from './opened.ts'

/** What the holder of a key may see: one page, and nothing of the item it is in. */
export interface SharedPage {
  readonly page: OpenedPage
  /** Decides, with what is in it, of which kind the page is; nobody is told. */
  readonly itemType: ItemType
  /** Of the person who saved last; '' when the account is gone. */
  readonly authorUsername: string
  /** As in `OpenPage`. */
  readonly attachmentCount: number
}

/**
 * The page that was shared with this key, whatever the caller may do elsewhere. A key that never was, one that was
 * cancelled, one of another page and one of a page in the recycle bin are refused alike (threats A3, P3); wrong ones are
 * counted for the caller's address.
 * @param pageId the page the caller says it is; 0 when only the key is known
 * @throws DomainError notFound | tooManyRequests
 */
export async function openPageByKey(ctx: Context, key: string, pageId = 0): Promise<SharedPage> {
  const { attempts } = ctx.services
  const guesses = `wrong-page-keys:${ctx.session.address}`
  if ((await attempts.count(guesses, attemptLimits.failureWindowMs)) >= WRONG_KEYS)
    throw new DomainError('tooManyRequests')
  const sharedId = await ctx.store.pageLinks.pageOf(digestOfKey(ctx.services, key))
  const isThatPage = sharedId !== null && (pageId === 0 || pageId === sharedId)
  const facts = isThatPage ? await factsIn(ctx.store).ofPage(sharedId, null) : null
  if (facts?.page.deletion === null) {
    const { page, item, authorUsername, attachmentCount } = facts
    return { page: page as OpenedPage, itemType: item.type, authorUsername, attachmentCount }
  }
  await attempts.add(guesses, attemptLimits.failureWindowMs)
  throw new DomainError('notFound')
}

/**
 * Whether one of these pages is shared with this key. Wrong keys are not counted: who asks knows one of the page's files,
 * whose addresses cannot be guessed, and a page of pictures asks twenty times at once.
 */
export async function isSharedByKey(ctx: Context, key: string, pageIds: readonly number[]): Promise<boolean> {
  const sharedId = await ctx.store.pageLinks.pageOf(digestOfKey(ctx.services, key))
  if (sharedId === null || !pageIds.includes(sharedId)) return false
  return (await factsIn(ctx.store).ofPages([sharedId], null)).some(({ isRecycled }) => !isRecycled)
}
