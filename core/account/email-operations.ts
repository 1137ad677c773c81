import { mailLinksIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { requireMailDomain } from '../access/site-rules.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { mailInUse } from '../site/mail-in-use.ts'
import { attemptLimits } from './attempt-limits.ts'
import { callerOf } from './caller.ts'
import { confirmPassword } from './guard.ts'
import { requireLetterAllowed, userOfLink } from './letter-guard.ts'
import { enqueueCaptchaLetter, enqueueConfirmationLetter, enqueueFormerAddressLetter } from './letter-jobs.ts'
import { isSameAddress } from './mail-link.ts'
import { isRegistrationOpen } from './registration.ts'
import { typedEmail, typedName, typedPassword, typedToken } from './typed.ts'
import { UserView, userView } from './views.ts'

export const emailOperations = {
  mailInfo: query({
    summary: 'Tells whether the site can send mail and whether codes have to be typed.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({ isOn: z.boolean(), needsCaptcha: z.boolean() }),
    rest: { path: 'user/mailInfo' },
    run: async (ctx) => ({
      isOn: (await mailInUse(ctx)).isOn,
      needsCaptcha: wholeServices(ctx.services).captchas.areOn,
    }),
  }),

  captchaByMail: command({
    summary:
      'Sends a verification code to an address, for whoever cannot see pictures; it takes the place of the picture. ' +
      'While registration is closed, only to addresses of accounts, which nobody is told.',
    audience: 'anyone',
    input: z.object({ email: typedEmail() }),
    output: nothing(),
    example: { email: 'mei@example.org' },
    rest: { path: 'user/sendVerifyCode' },
    isTriedOnce: true,
    async run(ctx, { email }) {
      await requireLetterAllowed(ctx, 'captcha', email)
      const { id, answer } = await wholeServices(ctx.services).captchas.issueAsText(attemptLimits.mailedCaptchaMs)
      sessionIn(ctx).rememberCaptcha(id, attemptLimits.mailedCaptchaMs)
      const isWanted = (await isRegistrationOpen(ctx)) || (await usersIn(ctx.store).byLogin(email)) !== null
      // Does the same work if no account matches.
      await enqueueCaptchaLetter(ctx, { to: isWanted ? email : null, answer })
      return {}
    },
  }),

  changeEmail: command({
    summary: 'Binds an e-mail address to the account; it counts as confirmed once the link sent to it was opened.',
    audience: 'user',
    input: z.object({ email: typedEmail(), password: typedPassword() }),
    output: UserView,
    example: { email: 'mei@example.org', password: 'a long sentence' },
    rest: { path: 'user/updateEmail' },
    isTriedOnce: true,
    async run(ctx, { email, password }) {
      const user = await confirmPassword(ctx, password)
      await requireMailDomain(ctx, email)
      if (user.isEmailVerified && isSameAddress(user.email, email)) return userView(user)
      const mail = await mailInUse(ctx)
      if (mail.isOn) await requireLetterAllowed(ctx, 'confirmEmail', email)
      const mailLinks = mailLinksIn(ctx.store)
      await usersIn(ctx.store).update(user.id, { email, isEmailVerified: false })
      await mailLinks.removeAll(user.id, 'resetPassword')
      await mailLinks.removeAll(user.id, 'confirmEmail')
      ctx.audit({ action: 'account.emailChanged', object: { kind: 'account', id: user.id } })
      // Without a mail server the address is still stored: it can be used to log in.
      if (mail.isOn) {
        const payload = { userId: user.id, language: ctx.session.language }
        // An address that was never confirmed may belong to somebody else.
        if (user.email !== null && user.isEmailVerified) await enqueueFormerAddressLetter(ctx, payload, user.email)
        await enqueueConfirmationLetter(ctx.store, payload)
      }
      return userView({ ...user, email, isEmailVerified: false })
    },
  }),

  askConfirmation: command({
    summary: 'Sends the link that confirms the e-mail address of the caller once more.',
    audience: 'user',
    input: nothing(),
    output: nothing(),
    rest: { path: 'user/sendEmailConfirmation' },
    isTriedOnce: true,
    async run(ctx) {
      const { id: userId, email, isEmailVerified } = await callerOf(ctx)
      if (email === null || isEmailVerified) throw new DomainError('notFound')
      await requireLetterAllowed(ctx, 'confirmEmail', email)
      await enqueueConfirmationLetter(ctx.store, { userId, language: ctx.session.language })
      return {}
    },
  }),

  confirmEmail: command({
    summary: 'Confirms an e-mail address by the link of a mail.',
    audience: 'anyone',
    input: z.object({ userId: wired('uid', id()), email: typedName(), token: typedToken() }),
    output: nothing(),
    example: { userId: 1, email: 'mei@example.org', token: 'from-the-mail' },
    rest: { path: 'user/confirmEmail' },
    async run(ctx, { userId, email, token }) {
      const user = await userOfLink(ctx, { userId, purpose: 'confirmEmail', email }, token)
      await usersIn(ctx.store).update(user.id, { isEmailVerified: true })
      await mailLinksIn(ctx.store).removeAll(user.id, 'confirmEmail')
      return {}
    },
  }),
}
