import { loginsIn, mailLinksIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { mailInUse } from '../site/mail-in-use.ts'
import { forgetFailures, requireCaptcha } from './guard.ts'
import { requireLetterAllowed, userOfLink } from './letter-guard.ts'
import { enqueueResetLetter } from './letter-jobs.ts'
import { requireGoodPassword, requireOtherPassword } from './password-rules.ts'
import { provenByCode } from './second-factor.ts'
import { openSession } from './sessions.ts'
import { typedCaptcha, typedName, typedPassword, typedSecondFactor, typedToken } from './typed.ts'
import { UserView, userView } from './views.ts'

export const passwordResetOperations = {
  askPasswordReset: command({
    summary: 'Sends a link to choose a new password, if an account has this e-mail address; the answer never tells.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({ email: typedName(), captcha: typedCaptcha() }),
    output: nothing(),
    example: { email: 'mei@example.org', captcha: 'KX7PM' },
    rest: { path: 'user/resetPasswordEmail' },
    isTriedOnce: true,
    async run(ctx, { email, captcha }) {
      if (!(await mailInUse(ctx)).isOn) throw new DomainError('mailNotAvailable')
      await requireCaptcha(ctx, captcha)
      await requireLetterAllowed(ctx, 'resetPassword', email)
      // The same work for every address; anything that differs is done by the job, which nobody waits for.
      const user = await ctx.store.users.byEmail(email)
      ctx.audit({ action: 'account.passwordResetRequested', ...(user && { object: { kind: 'account', id: user.id } }) })
      await enqueueResetLetter(ctx.store, { userId: user?.id ?? null, language: ctx.session.language })
      return {}
    },
  }),

  resetPassword: command({
    summary: 'Sets a new login password by the link of a mail; all sessions end, and the caller is logged in.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({
      newPassword: typedPassword(),
      userId: wired('uid', id()),
      email: typedName(),
      token: typedToken(),
      secondFactor: typedSecondFactor(),
    }),
    output: UserView,
    example: { newPassword: 'a long sentence', userId: 1, email: 'mei@example.org', token: 'from-the-mail' },
    rest: { path: 'user/resetPasswordByUrl' },
    async run(ctx, { newPassword, userId, email, token, secondFactor }) {
      const user = await userOfLink(ctx, { userId, purpose: 'resetPassword', email }, token)
      await requireGoodPassword(ctx, newPassword, user.username)
      if (user.mustChangePassword) await requireOtherPassword(wholeServices(ctx.services), newPassword, user)
      const users = usersIn(ctx.store)
      const proof = await provenByCode(ctx, user.id, secondFactor)
      const hash = await wholeServices(ctx.services).passwords.hash(newPassword)
      const isReplaced =
        user.passwordHash !== null && (await users.replacePasswordHash(user.id, user.passwordHash, hash))
      if (!isReplaced) throw new DomainError('linkNotGood')
      // Anyone who opened the link can read mail to this address.
      await users.update(user.id, { isEmailVerified: true, lastLoginAt: ctx.services.clock.now() })
      await mailLinksIn(ctx.store).removeAll(user.id, null)
      await loginsIn(ctx.store).closeAll(user.id, null)
      ctx.audit({ action: 'account.passwordReset', object: { kind: 'account', id: user.id }, actorId: user.id })
      sessionIn(ctx).applyPreferences(user)
      const loginToken = await openSession(ctx, { ...user, passwordHash: hash }, { by: 'password', proof })
      await forgetFailures(ctx, user.id)
      return userView({ ...user, isEmailVerified: true }, loginToken)
    },
  }),
}
