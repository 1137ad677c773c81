import { sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import { userWith } from './guard.ts'
import { replacePassword } from './password-change.ts'
import { requireGoodPassword, requireOtherPassword } from './password-rules.ts'
import { provenByCode } from './second-factor.ts'
import { requireSwitchedOn } from './standing.ts'
import { typedCaptcha, typedName, typedPassword, typedSecondFactor } from './typed.ts'
import { UserView, userView } from './views.ts'

export const duePasswordOperations = {
  changeDuePassword: command({
    summary:
      'Logs in with a new login password in place of the present one, which is all that can be done with a password that ' +
      'an administrator wants changed (10228). All other sessions end. Tries count like those of the login.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({
      username: typedName(),
      password: typedPassword(),
      newPassword: typedPassword(),
      captcha: typedCaptcha(),
      secondFactor: typedSecondFactor(),
    }),
    output: UserView,
    example: { username: 'mei', password: 'a word of the office', newPassword: 'a long sentence', captcha: '' },
    rest: { path: 'user/changeDuePassword' },
    withoutTransaction: true,
    async run(ctx, { newPassword, secondFactor, ...credentials }) {
      const { clock, passwords } = wholeServices(ctx.services)
      const { user, methodId } = await userWith(ctx, credentials)
      // That password is managed elsewhere.
      if (methodId !== null) throw new DomainError('notAllowed')
      requireSwitchedOn(ctx, user)
      await requireGoodPassword(ctx, newPassword, user.username)
      await requireOtherPassword(wholeServices(ctx.services), newPassword, user)
      const hash = await passwords.hash(newPassword)
      const token = await ctx.together(async (ctx) => {
        const object = { kind: 'account', id: user.id } as const
        ctx.audit({ action: 'account.login', object, actorId: user.id })
        await usersIn(ctx.store).update(user.id, { lastLoginAt: clock.now() })
        const proof = await provenByCode(ctx, user.id, secondFactor)
        return replacePassword(ctx, user, hash, { by: 'password', proof })
      })
      sessionIn(ctx).applyPreferences(user)
      return userView(user, token)
    },
  }),
}
