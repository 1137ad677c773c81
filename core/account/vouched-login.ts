import type { CommandContext } from '../context.ts'
import { identityFrom, userOfIdentity, type ExternalIdentity } from './external-identity.ts'
import { openSession } from './sessions.ts'
import type { User } from './user.ts'

/**
 * Logs somebody in for whom an outside authority vouches, in place of whoever was logged in with this browser.
 * @param methodId who vouches, kept with the account: never change it
 * @throws DomainError as `userOfIdentity`
 */
export async function logInVouched(ctx: CommandContext, methodId: string, identity: ExternalIdentity): Promise<User> {
  const person = identityFrom(identity)
  if (!person) throw new Error('nobody is vouched for')
  const user = await userOfIdentity(ctx, methodId, person)
  await ctx.together(async (ctx) => {
    const { logins, users } = ctx.store
    const object = { kind: 'account', id: user.id } as const
    ctx.audit({ action: 'account.login', object, actorId: user.id, detail: `by ${methodId}` })
    // The account before its sessions, as wherever both are written: the other order could wait in a circle.
    await users.update(user.id, { lastLoginAt: ctx.services.clock.now() })
    if (ctx.session.tokenDigest !== null) await logins.close(ctx.session.tokenDigest)
    await openSession(ctx, user, person.sessionMs)
  })
  ctx.session.applyPreferences(user)
  return user
}
