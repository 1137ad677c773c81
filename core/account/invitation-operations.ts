import { usersIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing, secretText } from '../schema.ts'
import { adminList } from '../site/admin-list.ts'
import { addressOfSite } from '../site/mail-in-use.ts'
import { attemptLimits } from './attempt-limits.ts'
import {
  endOfInvitation,
  holdInvitations,
  invitationOf,
  invitationPath,
  invitationsIn,
  isOpenBy,
  newInvitationToken,
  sweepInvitations,
} from './invitation.ts'
import { invite, requireUsableInvitations } from './invite.ts'
import { letterLimits } from './letter-limits.ts'
import { newUser, requireSame } from './registration.ts'
import { openSession } from './sessions.ts'
import { typedEmail, typedName, typedPassword } from './typed.ts'
import type { User } from './user.ts'
import { UserView, userView } from './views.ts'

const InvitationView = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  /** The username of the person who invited; '' when that account is deleted. */
  invitedBy: z.string(),
  invitedAt: z.date(),
  until: z.date(),
})

export const invitationOperations = {
  list: query({
    summary: 'Invitations nobody has used yet, the newest first, for site administrators.',
    audience: 'admin',
    input: z.object(adminList()),
    output: z.object({ list: z.array(InvitationView), total: z.number() }),
    example: { page: 1, count: 7 },
    async run(ctx, { page, count }) {
      // There are never more than `MOST_INVITATIONS` of them.
      const { list } = await invitationsIn(ctx).find({})
      const inviters = await ctx.store.users.byIds([...new Set(list.flatMap(({ userId }) => userId ?? []))])
      const userOf = new Map(inviters.map((user) => [user.id, user]))
      const inviterOf = ({ userId }: (typeof list)[number]) => userOf.get(userId ?? 0) ?? null
      const now = ctx.services.clock.now()
      const open = list.filter((invitation) => isOpenBy(inviterOf(invitation), invitation, now))
      return {
        list: open.slice((page - 1) * count, page * count).map((invitation) => ({
          id: invitation.id,
          ...invitation.data,
          invitedBy: inviterOf(invitation)?.username ?? '',
          invitedAt: invitation.at,
          until: endOfInvitation(invitation),
        })),
        total: open.length,
      }
    },
  }),

  add: command({
    summary:
      'Invites somebody to make an account, once and within seven days, also where registration is closed: by a letter to ' +
      'the e-mail address, or without one by the link that is given back. For site administrators.',
    audience: 'admin',
    isTriedOnce: true,
    input: z.object({
      email: z.union([z.literal(''), typedEmail()]).default(''),
      name: line(limits.nameLength).default(''),
    }),
    output: z.object({
      id: id(),
      /** To be given to the person; '' when it was sent by mail. Shown only this once. */
      link: z.string(),
    }),
    example: { email: 'mei@example.org', name: 'Mei Lin' },
    async run(ctx, invitation) {
      await holdInvitations(ctx)
      await sweepInvitations(ctx)
      const made = await invite(ctx, invitation)
      if (invitation.email !== '') return { id: made.id, link: '' }
      const site = (await addressOfSite(ctx)) || ctx.session.siteUrl
      const token = await newInvitationToken(ctx, made)
      return { id: made.id, link: `${site.replace(/\/+$/, '')}${invitationPath(token)}` }
    },
  }),

  withdraw: command({
    summary: 'Ends an invitation that nobody has used yet, for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: invitationId }) {
      await holdInvitations(ctx)
      if (!(await invitationsIn(ctx).byId(invitationId))) throw new DomainError('notFound')
      await invitationsIn(ctx).delete(invitationId)
      ctx.audit({ action: 'account.invitationWithdrawn' })
      return {}
    },
  }),

  // It changes nothing, but addresses reveal tokens (threats T3).
  check: command({
    summary: 'Whether an invitation can still be used, for whoever has its token: refused when it is over.',
    audience: 'anyone',
    input: z.object({ token: secretText(100) }),
    output: nothing(),
    needsNoRoom: true,
    withoutTransaction: true,
    async run(ctx, { token }) {
      await requireGoodInvitation(ctx, token)
      return {}
    },
  }),

  accept: command({
    summary: 'Makes an account by an invitation, which is used up by this, and logs in with it.',
    audience: 'anyone',
    input: z.object({
      token: secretText(100),
      username: typedName(),
      password: typedPassword(),
      confirmPassword: typedPassword(),
    }),
    output: UserView,
    rest: { path: 'user/acceptInvitation' },
    isTriedOnce: true,
    withoutTransaction: true,
    async run(ctx, { token, ...account }) {
      requireSame(account)
      await requireGoodInvitation(ctx, token)
      const made = await newUser(ctx, account)
      return ctx.together(async (ctx) => {
        await holdInvitations(ctx)
        // It may have been used or withdrawn during hashing.
        const invitation = await requireGoodInvitation(ctx, token)
        await invitationsIn(ctx).delete(invitation.id)
        const { name, email } = invitation.data
        const user = await usersIn(ctx.store).insert({ ...made, name, ...(await ownEmail(ctx, email)) })
        ctx.emit('account.registered', { userId: user.id, isAdmin: user.isAdmin })
        return userView(user, await openSession(ctx, user, { by: 'password', proof: null }))
      })
    },
  }),
}

/** Wrong tokens count against the caller's address. @throws DomainError tooManyFailures | linkNotGood | passwordsOff */
async function requireGoodInvitation(ctx: CommandContext, token: string) {
  const { attempts } = wholeServices(ctx.services)
  const key = `wrong-invitations:${ctx.session.address}`
  if ((await attempts.count(key, attemptLimits.failureWindowMs)) >= letterLimits.wrongLinksPerHour)
    throw new DomainError('tooManyFailures', { minutes: attemptLimits.failureWindowMs / 60_000 })
  const invitation = await invitationOf(ctx, token)
  if (invitation) {
    await requireUsableInvitations(ctx)
    return invitation
  }
  await attempts.add(key, attemptLimits.failureWindowMs)
  throw new DomainError('linkNotGood')
}

/**
 * Holders of a link sent by mail can read mail to its address. Somebody else may have registered the address meanwhile.
 */
async function ownEmail({ store }: CommandContext, email: string): Promise<Pick<User, 'email' | 'isEmailVerified'>> {
  const isFree = email !== '' && (await store.users.byEmail(email)) === null
  return isFree ? { email, isEmailVerified: true } : { email: null, isEmailVerified: false }
}
