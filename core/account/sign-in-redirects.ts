import { z } from 'zod'
import type { HandlerContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import { limits } from '../limits.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { offeredNow, type Title } from './login-methods.ts'

export interface StartedSignIn {
  /** Where the other site is to send the browser back to, without anything added. */
  readonly callbackUrl: string
  /** Has to come back as `state` with the callback; the product compares it. */
  readonly state: string
  /** A secret of this login (RFC 7636); no more than its S256 digest may go out now. */
  readonly codeVerifier: string
}
export interface FinishedSignIn {
  /** What the other site added to the callback address. */
  readonly query: Readonly<Record<string, string>>
  readonly callbackUrl: string
  readonly codeVerifier: string
}

/** How a redirect is shown while it is switched on. */
export interface OfferedSignIn {
  readonly title: Title
  /** All that stands on the button; '' for "Log in with" and the title. */
  readonly buttonText: string
  /** Where people go when they have logged out here, with http or https; '' for the home page. */
  readonly afterLogout: string
}

/** Lets people log in at another site and come back. */
export interface SignInRedirect {
  /** Lower-case letters, digits and hyphens; unique among redirects and login methods, kept with the accounts. */
  readonly id: string
  /** On the button of the login screen. */
  readonly title: Title
  /** Gives up after so many milliseconds; 10,000 when left out, and never more. */
  readonly limitMs?: number
  /** How it is shown now; null while an administrator has it switched off. Shown by its title when left out. */
  offered?(ctx: HandlerContext): Promise<OfferedSignIn | null>
  /** Where the browser goes: an address with http or https. */
  start(ctx: HandlerContext, started: StartedSignIn, signal: AbortSignal): Promise<string>
  /** Who came back; null for nobody the other site vouches for. */
  finish(ctx: HandlerContext, finished: FinishedSignIn, signal: AbortSignal): Promise<ExternalIdentity | null>
}

export const signInRedirects = extensionPoint<SignInRedirect>('signInRedirects', { isLimitedByCore: true })

/** @throws DomainError notAvailable, also while it is switched off */
export async function redirectNamed(ctx: HandlerContext, id: string): Promise<SignInRedirect> {
  const found = ctx.services.extensions(signInRedirects).find((redirect) => redirect.id === id)
  if (!found || !(await offerOf(ctx, found))) throw new DomainError('notAvailable')
  return found
}

const Offer = z.object({
  title: z.object({ en: z.string(), 'zh-cn': z.string() }),
  buttonText: z.string(),
  afterLogout: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
})

async function offerOf({ store, services }: HandlerContext, redirect: SignInRedirect): Promise<OfferedSignIn | null> {
  const { id, title } = redirect
  if (!redirect.offered) return { title, buttonText: '', afterLogout: '' }
  return offeredNow(services, id, async () => {
    const offer = await redirect.offered?.({ store, services })
    return offer ? Offer.parse(offer) : null
  })
}

/** The redirects that are switched on, in the order of their plugins. */
export async function offeredRedirects(
  ctx: HandlerContext,
): Promise<readonly (OfferedSignIn & Pick<SignInRedirect, 'id'>)[]> {
  const redirects = ctx.services.extensions(signInRedirects)
  const offers = await Promise.all(redirects.map((redirect) => offerOf(ctx, redirect)))
  return redirects.flatMap(({ id }, at) => (offers[at] ? [{ id, ...offers[at] }] : []))
}

/** A login that is under way at another site. It lies sealed in the browser that began it, and nowhere else. */
const SignIn = z.object({
  redirectId: z.string(),
  state: z.string(),
  codeVerifier: z.string(),
  /** A path of this site. */
  returnTo: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type SignInUnderWay = z.output<typeof SignIn>

const PURPOSE = 'sign-in'
const SECRET_BYTES = 32

export const newSignIn = ({ keys, clock }: Services, redirectId: string, returnTo: string): SignInUnderWay => ({
  redirectId,
  returnTo,
  state: keys.random(SECRET_BYTES),
  codeVerifier: keys.random(SECRET_BYTES),
  until: clock.now().getTime() + limits.signInMs,
})

export const sealedSignIn = ({ seals }: Services, signIn: SignInUnderWay): string =>
  seals.seal(JSON.stringify(signIn), PURPOSE)

/** What a browser keeps of its login; null when it is none of ours, or too old. */
export function openedSignIn({ seals, clock }: Services, sealed: string | null): SignInUnderWay | null {
  if (sealed === null) return null
  try {
    const signIn = SignIn.parse(JSON.parse(seals.open(sealed, PURPOSE)))
    return signIn.until > clock.now().getTime() ? signIn : null
  } catch {
    return null
  }
}
