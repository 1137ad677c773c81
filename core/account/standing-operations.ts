import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { holdAccount } from '../access/site-doors.ts'
import { DomainError } from '../errors.ts'
import { command } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { holdStandings, requireOtherAdministrator } from './standing.ts'

const OfAccount = z.object({ userId: wired('uid', id()) })
const example = { userId: 2 }
const account = (userId: number) => ({ kind: 'account', id: userId }) as const

/** What administrators of the site decide about somebody's coming in. */
export const standingOperations = {
  endSessions: command({
    summary: 'Logs somebody out everywhere; administrators who name themselves stay logged in where they ask.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      await holdStandings(ctx)
      await holdAccount(ctx, userId)
      await ctx.store.logins.closeAll(userId, ctx.session.tokenDigest)
      ctx.audit({ action: 'account.sessionsEnded', object: account(userId) })
      return {}
    },
  }),

  switchOff: command({
    summary:
      'Switches an account off: its sessions, locks and tasks end at once, and nobody can log in with it in any way. ' +
      'What the person wrote and shares stays, and the keys of items go on.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      if (userId === requireLogin(ctx)) throw new DomainError('ownAccountStays')
      await holdStandings(ctx)
      const { user } = await holdAccount(ctx, userId)
      if (user.isSwitchedOff) return {}
      await requireOtherAdministrator(ctx, userId)
      const { users, logins, mailLinks, locks, tasks } = ctx.store
      await users.update(userId, { isSwitchedOff: true })
      await logins.closeAll(userId, null)
      for (const purpose of ['resetPassword', 'confirmEmail'] as const) await mailLinks.removeAll(userId, purpose)
      await locks.endAllOf(userId)
      await tasks.cancelAllOf(userId, ctx.services.clock.now())
      ctx.audit({ action: 'account.switchedOff', object: account(userId) })
      return {}
    },
  }),

  switchOn: command({
    summary: 'Switches an account on again, as it was; the person has to log in anew.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      await holdStandings(ctx)
      const { user } = await holdAccount(ctx, userId)
      if (!user.isSwitchedOff) return {}
      await ctx.store.users.update(userId, { isSwitchedOff: false })
      ctx.audit({ action: 'account.switchedOn', object: account(userId) })
      return {}
    },
  }),
}
