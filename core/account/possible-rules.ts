import { identitiesIn, usersIn } from '../access/facts.ts'
import type { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { arePasswordsOn, siteRules } from '../access/site-rules.ts'
import type { CommandContext, HandlerContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { offeredMethods } from './login-methods.ts'
import { offeredRedirects } from './sign-in-redirects.ts'

type Rules = z.output<typeof siteRules.schema>

/**
 * Prevents administrators from locking everybody out.
 * @throws DomainError noOtherLogin when passwords are disabled and no administrator has logged in by another method
 * that is still offered; secondFactorFirst when the caller would be the first to be blocked by a required second factor
 */
export async function requirePossibleRules(
  ctx: CommandContext,
  { before, after }: { readonly before: Rules; readonly after: Rules },
): Promise<void> {
  if (before.arePasswordsOn && !after.arePasswordsOn && !(await hasOtherLogin(ctx)))
    throw new DomainError('noOtherLogin')
  if (before.secondFactorForAdministrators || !after.secondFactorForAdministrators) return
  const caller = await usersIn(ctx.store).byId(requireLogin(ctx))
  if (caller && caller.passwordHash !== null && !caller.hasSecondFactor) throw new DomainError('secondFactorFirst')
}

/**
 * Does work that may end a way of logging in, in the caller's transaction.
 * @throws DomainError lastWayIn when passwords are disabled, and no way would be left by which an administrator has
 * logged in. Where there was none before, nothing is refused: the administrator came by the operator's link, and repairs
 * it.
 */
export async function keepingLogin<T>(ctx: CommandContext, work: () => Promise<T>): Promise<T> {
  // Two ways must not end at once, nor the last one while passwords are switched off.
  await productStore(ctx.store).settings.hold(siteRules.id)
  const hadOne = await isLoginLeft(ctx)
  const done = await work()
  if (hadOne && !(await isLoginLeft(ctx))) throw new DomainError('lastWayIn')
  return done
}

/** Whether passwords are enabled, or a way is left by which an administrator has logged in. */
export const isLoginLeft = async (ctx: HandlerContext): Promise<boolean> =>
  (await arePasswordsOn(ctx)) || hasOtherLogin(ctx)

async function hasOtherLogin({ store, services }: HandlerContext): Promise<boolean> {
  const [methods, redirects] = await Promise.all([
    offeredMethods({ store, services }),
    offeredRedirects({ store, services }),
  ])
  const idsOf = (ways: readonly { readonly id: string }[]): readonly string[] => ways.map(({ id }) => id)
  return identitiesIn(store).haveLedAdministrators({ methods: idsOf(methods), redirects: idsOf(redirects) })
}
