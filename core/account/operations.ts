import { identitiesIn, loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { arePasswordsOn, isSecondFactorDue, shortestPassword } from '../access/site-rules.ts'
import type { Context } from '../context.ts'
import { LANGUAGES } from '../language.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { forScreens, line, nothing, secretText, text } from '../schema.ts'
import { callerOf } from './caller.ts'
import { setUpAdministrator } from './first-administrator.ts'
import { confirmPassword, requireCaptcha, userWith } from './guard.ts'
import { replacePassword } from './password-change.ts'
import { requireGoodPassword, requireOtherPassword } from './password-rules.ts'
import { COLOR_SCHEMES } from './preferences.ts'
import { isRegistrationOpen, newUser, requireSame } from './registration.ts'
import { provenByCode, provenBySession } from './second-factor.ts'
import { liveSession, openSession } from './sessions.ts'
import { offeredRedirects } from './sign-in-redirects.ts'
import { typedCaptcha, typedName, typedPassword, typedSecondFactor } from './typed.ts'
import type { Person } from './user.ts'
import { OwnView, ownView, PersonView, UserView, userView } from './views.ts'

const NewAccount = z.object({ username: typedName(), password: typedPassword(), confirmPassword: typedPassword() })

export const accountOperations = {
  login: command({
    summary:
      'Logs in with username or e-mail address and gives the account with a login token. An account with a second factor ' +
      'is answered with 10230 until secondFactor has a code of its app or a recovery code; each is good once.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({
      username: typedName(),
      password: typedPassword(),
      captcha: typedCaptcha(),
      secondFactor: typedSecondFactor(),
    }),
    output: UserView,
    example: { username: 'mei', password: 'a long sentence', captcha: '' },
    rest: { path: 'user/login' },
    withoutTransaction: true,
    async run(ctx, { secondFactor, ...credentials }) {
      const { clock, passwords } = wholeServices(ctx.services)
      const { user, methodId, sessionMs } = await userWith(ctx, credentials)
      const token = await ctx.together(async (ctx) => {
        const detail = methodId === null ? {} : { detail: `by ${methodId}` }
        ctx.audit({ action: 'account.login', object: { kind: 'account', id: user.id }, actorId: user.id, ...detail })
        await usersIn(ctx.store).update(user.id, { lastLoginAt: clock.now() })
        const proof = await provenByCode(ctx, user.id, secondFactor)
        if (methodId !== null) await identitiesIn(ctx.store).noteLogin(user.id, methodId, clock.now())
        return openSession(ctx, user, {
          by: methodId === null ? 'password' : 'elsewhere',
          proof,
          lastsMs: sessionMs,
          methodId,
        })
      })
      const hash = user.passwordHash
      if (methodId === null && hash !== null && passwords.isOutdated(hash))
        await usersIn(ctx.store).replacePasswordHash(user.id, hash, await passwords.hash(credentials.password))
      sessionIn(ctx).applyPreferences(user)
      return userView(user, token)
    },
  }),

  register: command({
    summary: 'Makes an account and logs in with it.',
    audience: 'anyone',
    input: NewAccount.extend({ captcha: typedCaptcha() }),
    output: UserView,
    example: { username: 'mei', password: 'a long sentence', confirmPassword: 'a long sentence', captcha: 'KX7PM' },
    rest: { path: 'user/register' },
    withoutTransaction: true,
    async run(ctx, { captcha, ...account }) {
      if (!(await isRegistrationOpen(ctx))) throw new DomainError('registrationClosed')
      requireSame(account)
      await requireCaptcha(ctx, captcha)
      const made = await newUser(ctx, account)
      return ctx.together(async (ctx) => {
        const user = await usersIn(ctx.store).insert(made)
        ctx.emit('account.registered', { userId: user.id, isAdmin: user.isAdmin })
        return userView(user, await openSession(ctx, user, { by: 'password', proof: null }))
      })
    },
  }),

  registerInfo: query({
    summary: 'Tells whether people may register and whether codes have to be typed.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({
      isOpen: z.boolean(),
      needsCaptcha: z.boolean(),
      /** Minimum length of a new password, in characters. */
      passwordShortest: forScreens(z.number()),
    }),
    rest: { path: 'user/registerInfo' },
    async run(ctx) {
      return {
        isOpen: (await isRegistrationOpen(ctx)) && (await arePasswordsOn(ctx)),
        needsCaptcha: wholeServices(ctx.services).captchas.areOn,
        passwordShortest: await shortestPassword(ctx),
      }
    },
  }),

  setUp: command({
    summary: 'Makes the first administrator with the one-time token printed at the start of the server.',
    audience: 'anyone',
    input: NewAccount.extend({ token: secretText(100) }),
    output: UserView,
    rest: { path: 'user/setUp' },
    async run(ctx, { token, ...account }) {
      requireSame(account)
      const user = await setUpAdministrator(
        { settings: ctx.store.settings, users: usersIn(ctx.store) },
        wholeServices(ctx.services),
        token,
        account,
      )
      ctx.emit('account.registered', { userId: user.id, isAdmin: user.isAdmin })
      return userView(user, await openSession(ctx, user, { by: 'password', proof: null }))
    },
  }),

  me: query({
    summary: 'The account of the caller.',
    audience: 'user',
    input: z.object({
      /** Spec §8: meaningful to the client only. */
      redirectLogin: z.boolean().optional(),
    }),
    output: OwnView,
    rest: { path: 'user/info' },
    async run(ctx) {
      const user = await callerOf(ctx)
      return ownView(user, await isSecondFactorDue(ctx, user))
    },
  }),

  rename: command({
    summary: 'Changes the name shown beside the username; it may be empty.',
    audience: 'user',
    input: z.object({ name: line(limits.nameLength) }),
    output: UserView,
    example: { name: 'Mei Lin' },
    rest: { path: 'user/updateInfo' },
    async run(ctx, { name }) {
      const user = await callerOf(ctx)
      await usersIn(ctx.store).update(user.id, { name })
      return userView({ ...user, name })
    },
  }),

  choosePreferences: command({
    summary:
      'Keeps what the caller chose on the account, for any browser: the language, the colours, and whether the preview ' +
      'of long pages stays on while they are written.',
    audience: 'user',
    input: z.object({
      language: z.enum(LANGUAGES).optional(),
      colorScheme: z.enum(COLOR_SCHEMES).optional(),
      keepsPreview: z.boolean().optional(),
    }),
    output: nothing(),
    example: { language: 'en' },
    rest: { path: 'user/updatePreferences' },
    async run(ctx, { language, colorScheme, keepsPreview }) {
      const { id } = await callerOf(ctx)
      await usersIn(ctx.store).update(id, {
        ...(language && { language }),
        ...(colorScheme && { colorScheme }),
        ...(keepsPreview !== undefined && { keepsPreview }),
      })
      return {}
    },
  }),

  changePassword: command({
    summary: 'Changes the login password; all sessions end, and the caller gets a new token.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ password: typedPassword(), newPassword: typedPassword() }),
    output: UserView,
    rest: { path: 'user/resetPassword' },
    async run(ctx, { password, newPassword }) {
      const user = await confirmPassword(ctx, password)
      await requireGoodPassword(ctx, newPassword, user.username)
      // An administrator has set one while this call was running.
      if (user.mustChangePassword) await requireOtherPassword(wholeServices(ctx.services), newPassword, user)
      const hash = await wholeServices(ctx.services).passwords.hash(newPassword)
      const proof = await provenBySession(ctx, user.id, sessionIn(ctx).tokenDigest)
      return userView(user, await replacePassword(ctx, user, hash, { by: 'session', proof }))
    },
  }),

  logout: command({
    summary: 'Ends the session; the token is no longer good.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ confirm: z.boolean().refine((confirm) => confirm, 'required') }),
    output: z.object({
      /** The target of the single sign-on; '' for the home page. */
      logoutRedirectUri: z.string(),
    }),
    example: { confirm: true },
    rest: { path: 'user/logout' },
    async run(ctx) {
      const userId = requireLogin(ctx)
      const { tokenDigest } = sessionIn(ctx)
      const way = tokenDigest === null ? null : ((await liveSession(ctx, userId, tokenDigest))?.methodId ?? null)
      if (tokenDigest !== null) await loginsIn(ctx.store).close(tokenDigest)
      sessionIn(ctx).signOut()
      ctx.audit({ action: 'account.logout', object: { kind: 'account', id: userId } })
      return { logoutRedirectUri: await placeAfterLogout(ctx, way) }
    },
  }),

  oauthInfo: query({
    summary: 'Tells whether people may log in through another site, and what its entrance says.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({ oauth2Open: z.boolean(), oauth2EntranceTips: z.string() }),
    rest: { path: 'user/oauthInfo' },
    async run({ store, services, session: { language } }) {
      const [redirect] = await offeredRedirects({ store, services })
      const tips = redirect && (redirect.buttonText || redirect.title[language])
      return { oauth2Open: redirect !== undefined, oauth2EntranceTips: tips ?? '' }
    },
  }),

  listUsers: query({
    summary:
      'People whose username or name contains the text, at most fifty. Without a text those with whom you share ' +
      'an item or a team, for site administrators everybody.',
    audience: 'user',
    input: z.object({ username: text(limits.keywordLength).trim().default('') }),
    output: z.array(PersonView),
    example: { username: 'mei' },
    rest: { path: 'user/allUser' },
    async run(ctx, { username }) {
      return (await peopleFound(ctx, username)).map(({ id, username: found, name }) => ({
        userId: id,
        username: found,
        name,
      }))
    },
  }),
}

/**
 * The logout address of the site that opened the session, so that it ends there too; otherwise that of the first site.
 * '' for none.
 */
async function placeAfterLogout({ store, services }: Context, way: string | null): Promise<string> {
  const redirects = await offeredRedirects({ store, services })
  const own = redirects.find(({ id }) => id === way)
  return own?.afterLogout ?? redirects.find(({ afterLogout }) => afterLogout !== '')?.afterLogout ?? ''
}

// There is no user directory for strangers (D76).
async function peopleFound(ctx: Context, text: string): Promise<readonly Person[]> {
  const { users } = ctx.store
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin
  if (text === '' && !isAdmin) return users.sharingWith(requireLogin(ctx), limits.usersFound)
  return (await users.search(text, { page: 1, count: limits.usersFound })).list
}
