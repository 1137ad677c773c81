import { loginsIn, sessionIn } from '../access/facts.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { attemptLimits } from './attempt-limits.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { letterLimits } from './letter-limits.ts'
import type { LoginEntry } from '../ports/logins.ts'
import { provenBySession } from './second-factor.ts'
import { idleSince, liveSession, openSession } from './sessions.ts'
import { typedToken } from './typed.ts'
import type { User } from './user.ts'
import { UserView, userView } from './views.ts'

export const tokenLoginOperations = {
  exchangeToken: command({
    summary: 'Logs in with the login token of an address; it is good for this once, and a session of its own begins.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({
      // Not `user_token`, which says who asks and leaves the browser's cookies alone.
      token: typedToken(),
      /** The person was told that the browser changes from one account to another. */
      isConfirmed: z.boolean().default(false),
    }),
    output: UserView,
    rest: { path: 'user/loginByUserToken' },
    async run(ctx, { token, isConfirmed }) {
      const { attempts, clock, keys } = wholeServices(ctx.services)
      const logins = loginsIn(ctx.store)
      const key = `wrong-tokens:${ctx.session.address}`
      if ((await attempts.count(key, attemptLimits.failureWindowMs)) >= letterLimits.wrongLinksPerHour)
        throw new DomainError('tooManyFailures', { minutes: attemptLimits.failureWindowMs / 60_000 })
      const now = clock.now()
      const digest = keys.digest(token)
      const user = (await logins.userOf(digest, now, idleSince(now)))?.user ?? null
      const isOther = user !== null && ctx.actor.kind === 'user' && ctx.actor.id !== user.id
      if (isOther && !isConfirmed) throw new DomainError('otherAccount', { username: user.username })
      // The account before its sessions, as wherever both are written: the other order could wait in a circle.
      const proof = user && (await provenBySession(ctx, user.id, digest))
      const former = user && (await liveSession(ctx, user.id, digest))
      const lastsMs = user === null ? 0 : lastingMs(ctx, user, former)
      // An address lies in histories and logs, so its token ends here (threats T3).
      if (user === null || !(await logins.close(digest))) {
        await attempts.add(key, attemptLimits.failureWindowMs)
        throw new DomainError('loginRequired')
      }
      const { tokenDigest } = sessionIn(ctx)
      if (tokenDigest !== null) await logins.close(tokenDigest)
      ctx.audit({
        action: 'account.login',
        object: { kind: 'account', id: user.id },
        actorId: user.id,
        detail: 'by token',
      })
      sessionIn(ctx).applyPreferences(user)
      return userView(
        user,
        await openSession(ctx, user, { by: 'session', proof, lastsMs, methodId: former?.methodId ?? null }),
      )
    },
  }),
}

/** Nobody has vouched anew for a person from elsewhere, whose session lasts no longer than the one it takes the place of. */
function lastingMs({ services }: Context, { passwordHash }: User, former: LoginEntry | null): number {
  if (passwordHash !== null) return limits.sessionMs
  return former ? former.until.getTime() - services.clock.now().getTime() : 0
}
