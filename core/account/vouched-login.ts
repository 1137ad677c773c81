import { identitiesIn, loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext, OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeSeals } from '../own-seals.ts'
import { identityFrom, userOfIdentity, type ExternalIdentity } from './external-identity.ts'
import { provenByCode } from './second-factor.ts'
import { openSession } from './sessions.ts'
import { redirectNamed } from './sign-in-redirects.ts'
import { personOf, type Person, type User } from './user.ts'

/** The same for plugins. */
export const logInPerson = async (...given: Parameters<typeof logInVouched>): Promise<Person> =>
  personOf(await logInVouched(...given))

/**
 * Logs somebody in for whom an outside authority vouches, in place of whoever was logged in with this browser.
 * @param methodId who vouches, kept with the account: never change it
 * @param isRedirect whether it is one of the redirects, which then still has to be switched on when the second factor
 * has been shown
 * @throws DomainError as `userOfIdentity`; secondFactorRequired, after which `completeVouched` goes on in this browser
 */
export async function logInVouched(
  ctx: CommandContext,
  methodId: string,
  identity: ExternalIdentity,
  { isRedirect = false } = {},
): Promise<User> {
  const person = identityFrom(identity)
  if (!person) throw new Error('nobody is vouched for')
  const user = await userOfIdentity(ctx, methodId, person)
  if (user.hasSecondFactor) {
    const until = ctx.services.clock.now().getTime() + limits.signInMs
    sessionIn(ctx).rememberSignIn(
      sealedHalf(ctx.services, { userId: user.id, methodId, isRedirect, lastsMs: person.sessionMs, until }),
    )
  }
  await opened(ctx, user, { methodId, lastsMs: person.sessionMs, code: '' })
  return user
}

/**
 * Goes on where somebody was vouched for whose account has a second factor.
 * @throws DomainError linkNotGood when nobody was, in this browser or lately; notAvailable when the redirect was switched
 * off since; as `provenByCode` and `openSession`
 */
export async function completeVouched(ctx: CommandContext, code: string): Promise<User> {
  const half = openedHalf(ctx.services, sessionIn(ctx).sealedSignIn)
  const user = half && (await usersIn(ctx.store).byId(half.userId))
  // Somebody may have ended the link between the two meanwhile.
  if (!user || !(await identitiesIn(ctx.store).methodsOf(user.id)).includes(half.methodId))
    throw new DomainError('linkNotGood')
  if (half.isRedirect) await redirectNamed({ store: ctx.store, services: ctx.services }, half.methodId)
  await opened(ctx, user, { ...half, code })
  sessionIn(ctx).rememberSignIn(null)
  return user
}

async function opened(
  ctx: CommandContext,
  user: User,
  { methodId, lastsMs, code }: Pick<Half, 'methodId' | 'lastsMs'> & { readonly code: string },
): Promise<void> {
  await ctx.together(async (ctx) => {
    const object = { kind: 'account', id: user.id } as const
    ctx.audit({ action: 'account.login', object, actorId: user.id, detail: `by ${methodId}` })
    // The account before its sessions, as wherever both are written: the other order could wait in a circle.
    await usersIn(ctx.store).update(user.id, { lastLoginAt: ctx.services.clock.now() })
    await identitiesIn(ctx.store).noteLogin(user.id, methodId, ctx.services.clock.now())
    const proof = await provenByCode(ctx, user.id, code)
    const { tokenDigest } = sessionIn(ctx)
    if (tokenDigest !== null) await loginsIn(ctx.store).close(tokenDigest)
    await openSession(ctx, user, { by: 'elsewhere', proof, lastsMs, methodId })
  })
  sessionIn(ctx).applyPreferences(user)
}

/** What a browser keeps, sealed, of a login that lacks the second factor. */
const Half = z.object({
  userId: z.number(),
  methodId: z.string(),
  isRedirect: z.boolean(),
  lastsMs: z.number(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
type Half = z.output<typeof Half>
const PURPOSE = 'half-a-sign-in'

const sealedHalf = ({ seals }: OpenServices, half: Half): string =>
  wholeSeals(seals).seal(JSON.stringify(half), PURPOSE)

function openedHalf({ seals, clock }: OpenServices, sealed: string | null): Half | null {
  if (sealed === null) return null
  try {
    const half = Half.parse(JSON.parse(wholeSeals(seals).open(sealed, PURPOSE)))
    return half.until > clock.now().getTime() ? half : null
  } catch {
    return null
  }
}
