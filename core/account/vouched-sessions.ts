import { identitiesIn, loginsIn } from '../access/facts.ts'
import { longestSessionMs } from '../access/site-rules.ts'
import { recordByServer } from '../audit/by-server.ts'
import type { Context, HandlerContext } from '../context.ts'
import { limits } from '../limits.ts'
import { idleSince } from './sessions.ts'
import { personOf, type Person } from './user.ts'
import { productStore } from '../open-store.ts'

/**
 * The people of a login method who are logged in, for asking the authority about them again. Those whose account has got a
 * password of ours are left out: the authority no longer decides about these.
 * @param after the `userId` asked for last; 0 at first
 */
export function peopleLoggedIn({ store, services }: HandlerContext, methodId: string, after: number, count: number) {
  const now = services.clock.now()
  return identitiesIn(store).loggedIn(methodId, { now, idleSince: idleSince(now) }, { after, count })
}

/** The person's account here, if there is one. @param externalId as the authority knows the person */
export async function personKnownBy(
  { store }: Pick<Context, 'store'>,
  methodId: string,
  externalId: string,
): Promise<Person | null> {
  const user = await identitiesIn(store).find({ methodId, externalId })
  return user && personOf(user)
}

/** The authority has given its word for these people again: their sessions last another day from now (threats T2). */
export async function prolongSessions({ store, services }: HandlerContext, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const now = services.clock.now()
  const until = new Date(now.getTime() + limits.vouchedSessionMs)
  await loginsIn(store).prolong(userIds, { now, until, longestMs: await longestSessionMs({ store }) })
}

/**
 * The authority says that these people may not log in any more: their sessions end. Not for those it says nothing of, for
 * whom a mistake of whoever set it up is as likely: their sessions run out by themselves.
 * @param methodId put on record
 */
export async function endSessions(ctx: HandlerContext, methodId: string, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    const object = { kind: 'account', id: userId } as const
    // First the record: broken off here, the sessions are still there and end the next time.
    await recordByServer(productStore(ctx.store), ctx.services, [
      { action: 'account.sessionRevoked', object, detail: `by ${methodId}` },
    ])
    await loginsIn(ctx.store).closeAll(userId, null)
  }
}
