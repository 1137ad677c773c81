import { loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { secretText } from '../schema.ts'
import { attemptLimits } from './attempt-limits.ts'
import { letterLimits } from './letter-limits.ts'
import { openedLink, usesLinkUp } from './login-link.ts'
import { endSecondFactor, provenByCode } from './second-factor.ts'
import { openSession } from './sessions.ts'
import { requireSwitchedOn } from './standing.ts'
import { typedSecondFactor } from './typed.ts'
import type { User } from './user.ts'
import { UserView, userView } from './views.ts'

const SECRET_BYTES = 32

export const linkLoginOperations = {
  loginByLink: command({
    summary:
      'Logs in with a link that the operator of the server has made (npm run admin -- login-link), once and within 15 ' +
      'minutes. It asks for no password and no other site, and for a second factor only where the account has one and the link does not end it. A password that had to be changed is good for nothing afterwards.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({
      token: secretText(500),
      secondFactor: typedSecondFactor(),
      /** Whether the person has confirmed switching the browser to another account. */
      isConfirmed: z.boolean().default(false),
    }),
    output: UserView,
    example: { token: 'from-the-operator' },
    rest: { path: 'user/loginByLink' },
    async run(ctx, { token, isConfirmed, secondFactor }) {
      const { attempts } = wholeServices(ctx.services)
      const key = `wrong-login-links:${ctx.session.address}`
      if ((await attempts.count(key, attemptLimits.failureWindowMs)) >= letterLimits.wrongLinksPerHour)
        throw new DomainError('tooManyFailures', { minutes: attemptLimits.failureWindowMs / 60_000 })
      const found = await userOfLink(ctx, token)
      if (!found) {
        await attempts.add(key, attemptLimits.failureWindowMs)
        throw new DomainError('linkNotGood')
      }
      const { user, endsSecondFactor } = found
      requireSwitchedOn(ctx, user)
      if (ctx.actor.kind === 'user' && ctx.actor.id !== user.id && !isConfirmed)
        throw new DomainError('otherAccount', { username: user.username })
      const object = { kind: 'account', id: user.id } as const
      ctx.audit({ action: 'account.login', object, actorId: user.id, detail: 'by link of the operator' })
      if (endsSecondFactor && user.hasSecondFactor) {
        await endSecondFactor(ctx, user.id)
        ctx.audit({
          action: 'account.secondFactorRemoved',
          object,
          actorId: user.id,
          detail: 'by link of the operator',
        })
      }
      const proof = await provenByCode(ctx, user.id, secondFactor)
      const passwordHash = await ownPassword(ctx, user)
      await usersIn(ctx.store).update(user.id, { lastLoginAt: ctx.services.clock.now() })
      const session = sessionIn(ctx)
      if (session.tokenDigest !== null) await loginsIn(ctx.store).close(session.tokenDigest)
      session.applyPreferences(user)
      // No authority has confirmed a person from elsewhere, so the session is as short as if one had just done so.
      const lastsMs = passwordHash === null ? limits.vouchedSessionMs : limits.sessionMs
      return userView(user, await openSession(ctx, { ...user, passwordHash }, { by: 'link', proof, lastsMs }))
    },
  }),
}

/** The account of a valid link; the call uses up the link. Locked, as wherever sessions are written. */
async function userOfLink(
  ctx: CommandContext,
  token: string,
): Promise<{ readonly user: User; readonly endsSecondFactor: boolean } | null> {
  const link = openedLink(ctx.services, token)
  if (link === null || !(await usesLinkUp(ctx, token))) return null
  const [found] = await ctx.store.users.byUsernames([link.username])
  const user = found ? await usersIn(ctx.store).hold(found.id) : null
  return user && { user, endsSecondFactor: link.endsSecondFactor }
}

/**
 * The password hash of this account from now on. A password set by an administrator no longer works; otherwise the
 * administrator could log in with it later.
 */
async function ownPassword({ store, services }: CommandContext, user: User): Promise<string | null> {
  if (!user.mustChangePassword) return user.passwordHash
  const passwordHash = await wholeServices(services).passwords.hash(services.keys.random(SECRET_BYTES))
  await usersIn(store).update(user.id, { passwordHash, mustChangePassword: false })
  return passwordHash
}
