import { authorShown } from '../actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ItemType } from '../item/item.ts'
import { attemptLimits } from '../account/attempt-limits.ts'
import { wholeServices } from '../open-services.ts'
import { digestOfKey, WRONG_KEYS } from '../page/link.ts'
import { factsIn, linksIn } from './facts.ts'
import type { OpenedPage } from './opened.ts'

/** What the holder of a key may see: one page, and nothing about its item. */
export interface SharedPage {
  readonly page: OpenedPage
  /** With the content, determines the kind of the page; not shown to anybody. */
  readonly itemType: ItemType
  /** As shown to the caller, see {@link authorShown}. */
  readonly authorUsername: string
  /** As in `OpenPage`. */
  readonly attachmentCount: number
}

/**
 * The page shared with this key, whatever other rights the caller has. Unknown keys, cancelled and ended keys, keys of another
 * page and keys of a page in the recycle bin are refused identically (threats A3, P3); wrong ones count against the
 * caller's address.
 * @param pageId the page according to the caller; 0 when only the key is known
 * @throws DomainError notFound | tooManyRequests
 */
export async function openPageByKey(ctx: Context, key: string, pageId = 0): Promise<SharedPage> {
  const { attempts } = wholeServices(ctx.services)
  const guesses = `wrong-page-keys:${ctx.session.address}`
  if ((await attempts.count(guesses, attemptLimits.failureWindowMs)) >= WRONG_KEYS)
    throw new DomainError('tooManyRequests')
  const sharedId = await pageIdOfKey(ctx, key)
  const isThatPage = sharedId !== null && (pageId === 0 || pageId === sharedId)
  const facts = isThatPage ? await factsIn(ctx.store).ofPage(sharedId, null) : null
  if (facts?.page.deletion === null) {
    const { page, item, attachmentCount } = facts
    const authorUsername = authorShown(page.authorId, facts.authorUsername, ctx.session.language)
    return { page: page as OpenedPage, itemType: item.type, authorUsername, attachmentCount }
  }
  await attempts.add(guesses, attemptLimits.failureWindowMs)
  throw new DomainError('notFound')
}

/** The page, live or recycled, that a key leads to; null for none. Its holder may know the id, and by itself no more. */
export const pageIdOfKey = (
  { store, services }: Pick<Context, 'store' | 'services'>,
  key: string,
): Promise<number | null> => linksIn(store).pageOf(digestOfKey(services, key), services.clock.now())

/**
 * Whether one of these pages is shared with this key. Wrong keys are not counted: the caller already has the
 * unguessable address of a file of the page, and a page with many pictures asks twenty times at once.
 */
export async function isSharedByKey(ctx: Context, key: string, pageIds: readonly number[]): Promise<boolean> {
  const sharedId = await pageIdOfKey(ctx, key)
  if (sharedId === null || !pageIds.includes(sharedId)) return false
  return (await factsIn(ctx.store).ofPages([sharedId], null)).some(({ isRecycled }) => !isRecycled)
}
