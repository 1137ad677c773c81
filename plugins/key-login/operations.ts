import { z } from 'zod'
import {
  command,
  DomainError,
  limits,
  line,
  loginScreen,
  logInVouched,
  nothing,
  personKnownBy,
  query,
  redirect,
  requireAsSeen,
  secretText,
  seenFields,
  text,
  type CommandContext,
} from '#core/plugin.ts'
import { keptKey, keySettings, keyStamp, LINK_MS, linkToken, newKey } from './login-key.ts'
import { usesUp } from './used-links.ts'

/** Stored with the accounts. */
const METHOD = 'secret-key'
const LoginKey = z.object({ loginSecretKey: z.string() })
const object = { kind: 'settings', id: keySettings.id } as const

const Link = z.object({
  username: line(254),
  /** Seconds since 1970. */
  time: text(15),
  token: secretText(100),
  /** Display name, for a new account. */
  name: line(limits.nameLength).default(''),
  redirect: text(1_000).default(''),
})

export const keyOperations = {
  keyLogin: {
    key: command({
      summary: 'The key with which another program makes links that log people in; made when it is asked for first.',
      audience: 'admin',
      needsNoRoom: true,
      input: nothing(),
      output: LoginKey,
      rest: { path: 'adminSetting/getLoginSecretKey' },
      async run(ctx) {
        await ctx.store.settings.hold(keySettings.id)
        const loginSecretKey = (await keptKey(ctx)) || (await newKey(ctx))
        ctx.audit({ action: 'settings.secretViewed', object })
        return { loginSecretKey }
      },
    }),

    stamp: query({
      summary:
        "Another text whenever the login secret key is another one; '' while there is none. It reveals nothing of it.",
      audience: 'admin',
      input: nothing(),
      output: z.object({ stamp: z.string() }),
      run: async (ctx) => ({ stamp: await keyStamp(ctx) }),
    }),

    resetKey: command({
      summary: 'Makes a new login secret key; links made with the former one are no longer good.',
      audience: 'admin',
      needsNoRoom: true,
      input: z.object({ seen: seenFields() }),
      output: LoginKey,
      rest: { path: 'adminSetting/resetLoginSecretKey' },
      async run(ctx, { seen }) {
        await ctx.store.settings.hold(keySettings.id)
        requireAsSeen(seen, { key: await keyStamp(ctx) }, {})
        const loginSecretKey = await newKey(ctx)
        ctx.audit({ action: 'settings.changed', object, detail: 'key' })
        return { loginSecretKey }
      },
    }),

    bySecretKey: command({
      summary:
        'Logs in by a link that a program with the login secret key has made. Its token is the MD5 of username, key and ' +
        'time; it is good once, and for a minute.',
      audience: 'anyone',
      needsNoRoom: true,
      withoutTransaction: true,
      restOnly: true,
      input: Link,
      output: redirect(),
      example: { username: 'mei', time: '1772357400', token: '5f4dcc3b5aa765d61d8327deb882cf99', redirect: '/7' },
      rest: { path: 'ExtLogin/bySecretKey', byAddress: true },
      async run(ctx, link) {
        await requireGood(ctx, link)
        const { username, name, redirect: returnTo } = link
        const known = await personKnownBy(ctx, METHOD, username)
        // The key must not give access to everything.
        if (known?.isAdmin) throw new DomainError('invalidInput', { field: 'username' })
        // A link to somebody else's account on a foreign page must not change who is logged in (threats T4).
        if (ctx.actor.kind === 'user' && ctx.actor.id !== known?.id)
          return { redirectTo: loginScreen({ redirect: returnTo, account: username }) }
        await requireUnused(ctx, link)
        if (ctx.actor.kind === 'user') return { redirectTo: loginScreen({ redirect: returnTo }) }
        try {
          await logInVouched(ctx, METHOD, { externalId: username, username, name })
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          return { redirectTo: loginScreen({ redirect: returnTo, problem: error.kind }) }
        }
        return { redirectTo: loginScreen({ redirect: returnTo }) }
      },
    }),
  },
}

/**
 * Verifies that the link was just created with the key.
 * @throws DomainError notFound while there is no key; invalidInput
 */
async function requireGood(ctx: CommandContext, { username, time, token }: z.output<typeof Link>): Promise<void> {
  const { clock, keys } = ctx.services
  const key = await keptKey(ctx)
  if (key === '') throw new DomainError('notFound')
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : NaN
  const isNow = Math.abs(clock.now().getTime() - seconds * 1_000) <= LINK_MS
  const isRight = username !== '' && keys.equal(token.toLowerCase(), linkToken(key, { username, time }))
  if (!isRight || !isNow) throw notGood(ctx, isRight ? 'time' : 'token')
}

/** Verifies that the link has not been used, on any server. @throws DomainError invalidInput */
async function requireUnused(ctx: CommandContext, { token }: z.output<typeof Link>): Promise<void> {
  if (!(await usesUp(ctx, token.toLowerCase()))) throw notGood(ctx, 'token')
}

function notGood(ctx: CommandContext, field: 'token' | 'time'): DomainError {
  ctx.audit({ action: 'account.login', detail: `by ${METHOD}`, result: 'linkNotGood' })
  return new DomainError('invalidInput', { field })
}
