import { identitiesIn, loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { accountOf } from '../actor.ts'
import { arePasswordsOn } from '../access/site-rules.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { IdentityKey } from '../ports/identities.ts'
import { offeredMethods } from './login-methods.ts'
import { keepingLogin } from './possible-rules.ts'
import { offeredRedirects } from './sign-in-redirects.ts'
import { requireSwitchedOn } from './standing.ts'

/**
 * Allows a person of another site to log in to the caller's account from now on. Only the person's action in this
 * window links the two; equal names and addresses never do (threats O2).
 * @param userId who started it, and must still be the caller
 * @throws DomainError linkNotGood; identityTaken when that person already has an account here, or the account already
 * has one at that site
 */
export async function linkIdentity(ctx: CommandContext, userId: number, key: IdentityKey): Promise<void> {
  if (accountOf(ctx.actor) !== userId) throw new DomainError('linkNotGood')
  await ctx.together(async (ctx) => {
    const identities = identitiesIn(ctx.store)
    const user = await usersIn(ctx.store).hold(userId)
    if (!user) throw new DomainError('loginRequired')
    requireSwitchedOn(ctx, user)
    const hasOne = (await identities.methodsOf(userId)).includes(key.methodId)
    const isLinked = !hasOne && (await identities.link(userId, key, ctx.services.clock.now()))
    if (!isLinked) throw new DomainError('identityTaken')
    ctx.audit({ action: 'account.loginLinked', object: { kind: 'account', id: userId }, detail: `by ${key.methodId}` })
  })
}

/**
 * Removes the link, and ends all other sessions of the account: some of them were opened with it.
 * @throws DomainError notFound; lastLogin when the account would have no other way to log in; lastWayIn as
 * `keepingLogin`
 */
export async function unlinkIdentity(ctx: CommandContext, userId: number, methodId: string): Promise<void> {
  const identities = identitiesIn(ctx.store)
  const user = await usersIn(ctx.store).hold(userId)
  const methods = await identities.methodsOf(userId)
  if (!user || !methods.includes(methodId)) throw new DomainError('notFound')
  const byPassword = user.passwordHash !== null && (await arePasswordsOn(ctx))
  const others = await offeredIds(ctx, user.passwordHash === null)
  if (!byPassword && !methods.some((other) => other !== methodId && others.includes(other)))
    throw new DomainError('lastLogin')
  // Those that are left may never have led here.
  await keepingLogin(ctx, () => identities.unlink(userId, methodId))
  await loginsIn(ctx.store).closeAll(userId, sessionIn(ctx).tokenDigest)
  ctx.audit({ action: 'account.loginUnlinked', object: { kind: 'account', id: userId }, detail: `by ${methodId}` })
}

/** @param withMethods people with a local password are never looked up in a directory */
async function offeredIds({ store, services }: CommandContext, withMethods: boolean): Promise<readonly string[]> {
  const redirects = await offeredRedirects({ store, services })
  const methods = withMethods ? await offeredMethods({ store, services }) : []
  return [...redirects, ...methods].map(({ id }) => id)
}
