import { z } from 'zod'
import type { HandlerContext, OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { wholeSeals } from '../own-seals.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { offeredNow, type Title } from './login-methods.ts'

export interface StartedSignIn {
  /** Which of its sites it is; '' for the one the redirect itself is for. */
  readonly site: string
  /** Where the other site is to send the browser back to, without anything added. */
  readonly callbackUrl: string
  /** Has to come back as `state` with the callback; the product compares it. */
  readonly state: string
  /** A secret of this login (RFC 7636); no more than its S256 digest may go out now. */
  readonly codeVerifier: string
}
export interface FinishedSignIn {
  /** As it was when the login began. */
  readonly site: string
  /** What the other site added to the callback address. */
  readonly query: Readonly<Record<string, string>>
  readonly callbackUrl: string
  readonly codeVerifier: string
}

/** How a redirect is shown while it is switched on. */
export interface OfferedSignIn {
  /** That of the redirect when left out. */
  readonly title?: Title
  /** All that stands on the button; '' for "Log in with" and the title, also when left out. */
  readonly buttonText?: string
  /** Where people go when they have logged out here, with http or https; '' for the home page, also when left out. */
  readonly afterLogout?: string
  /** The name of a picture on the button; '' for none, also when it is left out. */
  readonly icon?: string
}
/** One of further sites. */
export interface OfferedSite extends OfferedSignIn {
  readonly title: Title
  /** Lower-case letters and digits: its people are kept under `{id of the redirect}-{site}`. Never change it. */
  readonly site: string
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
  /** Sites it leads to besides, each with a button and an address of its own; none when left out. */
  others?(ctx: HandlerContext): Promise<readonly OfferedSite[]>
  /** Where the browser goes: an address with http or https. */
  start(ctx: HandlerContext, started: StartedSignIn, signal: AbortSignal): Promise<string>
  /** Who came back; null for nobody the other site vouches for. */
  finish(ctx: HandlerContext, finished: FinishedSignIn, signal: AbortSignal): Promise<ExternalIdentity | null>
}

export const signInRedirects = extensionPoint<SignInRedirect>('signInRedirects', { isLimitedByCore: true })

/** A redirect with the one of its sites that is meant. */
export interface NamedRedirect {
  readonly redirect: SignInRedirect
  /** '' for the one the redirect itself is for. */
  readonly site: string
}

/** @throws DomainError notAvailable, also while it is switched off */
export async function redirectNamed(ctx: HandlerContext, id: string): Promise<NamedRedirect> {
  const redirects = wholeServices(ctx.services).extensions(signInRedirects)
  const own = redirects.find((redirect) => redirect.id === id)
  if (own && (await offerOf(ctx, own))) return { redirect: own, site: '' }
  for (const redirect of own ? [] : redirects) {
    const site = id.startsWith(`${redirect.id}-`) ? id.slice(redirect.id.length + 1) : ''
    if (site !== '' && (await othersOf(ctx, redirect)).some((other) => other.site === site)) return { redirect, site }
  }
  throw new DomainError('notAvailable')
}

const Offer = z.object({
  title: z.object({ en: z.string(), 'zh-cn': z.string() }),
  buttonText: z.string().default(''),
  afterLogout: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  icon: z.string().max(40).default(''),
})
type Offer = z.output<typeof Offer>
const Others = z.array(Offer.extend({ site: z.string().regex(/^[a-z0-9]{1,20}$/) })).max(50)

async function offerOf({ store, services }: HandlerContext, redirect: SignInRedirect): Promise<Offer | null> {
  const { id, title } = redirect
  if (!redirect.offered) return { title, buttonText: '', afterLogout: '', icon: '' }
  return offeredNow(services, id, async () => {
    const offer = await redirect.offered?.({ store, services })
    return offer ? Offer.parse({ title, ...offer }) : null
  })
}

const othersOf = async ({ store, services }: HandlerContext, redirect: SignInRedirect) =>
  (await offeredNow(services, redirect.id, async () =>
    Others.parse((await redirect.others?.({ store, services })) ?? []),
  )) ?? []

/** The redirects that are switched on, each before its further sites, in the order of their plugins. */
export async function offeredRedirects(ctx: HandlerContext): Promise<readonly (Offer & Pick<SignInRedirect, 'id'>)[]> {
  const offered = await Promise.all(
    wholeServices(ctx.services)
      .extensions(signInRedirects)
      .map(async (redirect) => {
        const [own, others] = await Promise.all([offerOf(ctx, redirect), othersOf(ctx, redirect)])
        const { id } = redirect
        return [
          ...(own ? [{ ...own, id }] : []),
          ...others.map(({ site, ...offer }) => ({ ...offer, id: `${id}-${site}` })),
        ]
      }),
  )
  return offered.flat()
}

/** A login that is under way at another site. It lies sealed in the browser that began it, and nowhere else. */
const SignIn = z.object({
  redirectId: z.string(),
  state: z.string(),
  codeVerifier: z.string(),
  /** A path of this site. */
  returnTo: z.string(),
  /** The account that gets this login besides those it has; null for logging in. */
  linksTo: z.number().nullable(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type SignInUnderWay = z.output<typeof SignIn>

const PURPOSE = 'sign-in'
const SECRET_BYTES = 32

export const newSignIn = (
  { keys, clock }: OpenServices,
  wish: Pick<SignInUnderWay, 'redirectId' | 'returnTo' | 'linksTo'>,
): SignInUnderWay => ({
  ...wish,
  state: keys.random(SECRET_BYTES),
  codeVerifier: keys.random(SECRET_BYTES),
  until: clock.now().getTime() + limits.signInMs,
})

export const sealedSignIn = ({ seals }: OpenServices, signIn: SignInUnderWay): string =>
  wholeSeals(seals).seal(JSON.stringify(signIn), PURPOSE)

/** What a browser keeps of its login; null when it is none of ours, or too old. */
export function openedSignIn({ seals, clock }: OpenServices, sealed: string | null): SignInUnderWay | null {
  if (sealed === null) return null
  try {
    const signIn = SignIn.parse(JSON.parse(wholeSeals(seals).open(sealed, PURPOSE)))
    return signIn.until > clock.now().getTime() ? signIn : null
  } catch {
    return null
  }
}
