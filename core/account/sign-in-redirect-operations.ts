import { sessionIn } from '../access/facts.ts'
import { z } from 'zod'
import { arePasswordsOn } from '../access/site-rules.ts'
import type { CommandContext, HandlerContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { command, named, query } from '../operation.ts'
import { forScreens, nothing } from '../schema.ts'
import { withinTime } from '../within-time.ts'
import { identityFrom } from './external-identity.ts'
import { limitOf, offeredMethods } from './login-methods.ts'
import { linkIdentity } from './linked-logins.ts'
import { safeRedirect } from './redirect.ts'
import {
  newSignIn,
  offeredRedirects,
  openedSignIn,
  redirectNamed,
  sealedSignIn,
  type SignInRedirect,
  type SignInUnderWay,
} from './sign-in-redirects.ts'
import { typedSecondFactor } from './typed.ts'
import { UserView, userView } from './views.ts'
import { completeVouched, logInVouched } from './vouched-login.ts'

const Way = z.object({ id: z.string(), title: z.string() })
/** With `buttonText` for all that stands on its button; '' for "Log in with" and the title. */
const RedirectWay = Way.extend({ buttonText: z.string(), icon: forScreens(z.string()) })

export const loginWayOperations = {
  loginWays: query({
    summary: 'Where else people have accounts with which they can log in here.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({
      /** Their usernames and passwords are typed into the same form. */
      methods: z.array(Way),
      /** Sites to which people go for it and come back, by `/user/login/{id}/start`. */
      redirects: z.array(RedirectWay),
      /** Whether a login password of this site opens it, too. */
      arePasswordsOn: forScreens(z.boolean()),
    }),
    rest: { path: 'user/loginWays' },
    async run({ store, services, session: { language } }) {
      const methods = await offeredMethods({ store, services })
      const redirects = await offeredRedirects({ store, services })
      return {
        methods: methods.map(({ id, title }) => ({ id, title: title[language] })),
        redirects: redirects.map(({ title, ...way }) => ({ ...way, title: title[language] })),
        arePasswordsOn: await arePasswordsOn({ store }),
      }
    },
  }),

  completeSignIn: command({
    summary:
      'Goes on with a login at another site that was answered with 10230, in the same browser and within ten minutes, with ' +
      'a code of the second factor.',
    audience: 'anyone',
    needsNoRoom: true,
    input: z.object({ secondFactor: typedSecondFactor() }),
    output: UserView,
    example: { secondFactor: '123456' },
    rest: { path: 'user/completeSignIn' },
    withoutTransaction: true,
    run: async (ctx, { secondFactor }) => userView(await completeVouched(ctx, secondFactor)),
  }),
}

/** Answered at addresses of their own, because a browser goes there, and another site sends it back. */
export const signInRedirectOperations = named({
  account: {
    startSignIn: command({
      summary: 'Gives the address of another site at which the caller can log in.',
      audience: 'anyone',
      needsNoRoom: true,
      input: z.object({ id: z.string(), callbackUrl: z.string(), returnTo: z.string() }),
      output: z.object({ url: z.string() }),
      withoutTransaction: true,
      async run(ctx, { id, callbackUrl, returnTo }) {
        const path = returnTo === '' ? '' : safeRedirect(returnTo)
        if (path === null) throw new DomainError('invalidInput', { field: 'redirect' })
        return { url: await startedSignIn(ctx, { id, callbackUrl, returnTo: path, linksTo: null }) }
      },
    }),

    finishSignIn: command({
      summary: 'Logs in whom another site has sent back.',
      audience: 'anyone',
      needsNoRoom: true,
      input: z.object({ id: z.string(), callbackUrl: z.string(), query: z.record(z.string(), z.string()) }),
      output: nothing(),
      withoutTransaction: true,
      async run(ctx, { id, callbackUrl, query: given }) {
        const { redirect, site } = await redirectNamed(handed(ctx), id)
        const { codeVerifier, linksTo } = await takenSignIn(ctx, id, given['state'] ?? '')
        const identity = await asked(ctx, redirect, 'finish', async (signal) =>
          identityFrom(await redirect.finish(handed(ctx), { site, query: given, callbackUrl, codeVerifier }, signal)),
        )
        if (!identity) {
          ctx.audit({ action: 'account.login', detail: `by ${id}`, result: 'wrongLogin' })
          throw new DomainError('wrongLogin')
        }
        if (linksTo === null) await logInVouched(ctx, id, identity, { isRedirect: true })
        else await linkIdentity(ctx, linksTo, { methodId: id, externalId: identity.externalId })
        return {}
      },
    }),
  },
})

interface SignInWish {
  readonly id: string
  readonly callbackUrl: string
  /** A path of this site; '' for the usual one. */
  readonly returnTo: string
  readonly linksTo: number | null
}

/** Begins a login at another site in the caller's browser. @returns where the browser goes @throws DomainError notAvailable */
export async function startedSignIn(ctx: CommandContext, wish: SignInWish): Promise<string> {
  const { id, callbackUrl, returnTo, linksTo } = wish
  const { redirect, site } = await redirectNamed(handed(ctx), id)
  const signIn = newSignIn(ctx.services, { redirectId: id, returnTo, linksTo })
  const { state, codeVerifier } = signIn
  const url = await asked(ctx, redirect, 'start', async (signal) =>
    webAddress(await redirect.start(handed(ctx), { site, callbackUrl, state, codeVerifier }, signal)),
  )
  sessionIn(ctx).rememberSignIn(sealedSignIn(ctx.services, signIn))
  return url
}

const handed = ({ store, services }: CommandContext): HandlerContext => ({ store, services })

/**
 * The login this browser began, which is good for one return (threats O1).
 * @throws DomainError linkNotGood when it began none, with another site, too long ago, or came back already
 */
async function takenSignIn(ctx: CommandContext, id: string, state: string): Promise<SignInUnderWay> {
  const { services } = ctx
  const session = sessionIn(ctx)
  const signIn = openedSignIn(services, session.sealedSignIn)
  session.rememberSignIn(null)
  if (!signIn || signIn.redirectId !== id || !services.keys.equal(signIn.state, state))
    throw new DomainError('linkNotGood')
  const returns = await wholeServices(services).attempts.add(
    `sign-in:${services.keys.digest(signIn.state)}`,
    limits.signInMs,
  )
  if (returns > 1) throw new DomainError('linkNotGood')
  return signIn
}

/** @throws DomainError notAvailable when the redirect fails, is late, or gives what is none */
async function asked<T>(
  { services: { log } }: { readonly services: Pick<Services, 'log'> },
  redirect: SignInRedirect,
  step: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withinTime(`the ${step} of the redirect ${redirect.id}`, limitOf(redirect), work)
  } catch (error) {
    log.error(`the redirect ${redirect.id} cannot ${step} a login`, error)
    throw new DomainError('notAvailable')
  }
}

/** Browsers take no longer headers. */
const LONGEST_ADDRESS = 8_000

/** As a header can carry it, without signs of other alphabets. */
function webAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error('its address is none of the web')
  const { href } = new URL(url)
  if (href.length > LONGEST_ADDRESS) throw new Error(`its address has ${href.length} characters`)
  return href
}
