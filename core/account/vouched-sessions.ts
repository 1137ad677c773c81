import { longestSessionMs } from '../access/site-rules.ts'
import { recordByServer } from '../audit/by-server.ts'
import type { HandlerContext } from '../context.ts'
import { limits } from '../limits.ts'
import { idleSince } from './sessions.ts'

/**
 * The people of a login method who are logged in, for asking the authority about them again. Those whose account has got a
 * password of ours are left out: the authority no longer decides about these.
 * @param after the `userId` asked for last; 0 at first
 */
export function peopleLoggedIn({ store, services }: HandlerContext, methodId: string, after: number, count: number) {
  const now = services.clock.now()
  return store.identities.loggedIn(methodId, { now, idleSince: idleSince(now) }, { after, count })
}

/** The authority has given its word for these people again: their sessions last another day from now (threats T2). */
export async function prolongSessions({ store, services }: HandlerContext, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const now = services.clock.now()
  const until = new Date(now.getTime() + limits.vouchedSessionMs)
  await store.logins.prolong(userIds, { now, until, longestMs: await longestSessionMs({ store }) })
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
    await recordByServer(ctx.store, ctx.services, [
      { action: 'account.sessionRevoked', object, detail: `by ${methodId}` },
    ])
    await ctx.store.logins.closeAll(userId, null)
  }
}
