import { loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { holdAccount } from '../access/site-doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { command } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { endUnvouched } from '../team/end-unvouched.ts'
import { endSecondFactor } from './second-factor.ts'
import { keepingLogin } from './possible-rules.ts'
import { holdStandings, requireOtherAdministrator, switchOff } from './standing.ts'

const OfAccount = z.object({ userId: wired('uid', id()) })
const example = { userId: 2 }
const account = (userId: number) => ({ kind: 'account', id: userId }) as const

/** Who may come in, and who administers the site. */
export const standingOperations = {
  endSessions: command({
    summary: 'Logs somebody out everywhere; administrators who name themselves stay logged in where they ask.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      await heldAccount(ctx, userId)
      await loginsIn(ctx.store).closeAll(userId, sessionIn(ctx).tokenDigest)
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
      const { user } = await heldAccount(ctx, userId)
      if (user.isSwitchedOff) return {}
      await requireOtherAdministrator(ctx, userId)
      await keepingLogin(ctx, () => switchOff(ctx.store, userId, ctx.services.clock.now()))
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
      const { user } = await heldAccount(ctx, userId)
      if (!user.isSwitchedOff) return {}
      await usersIn(ctx.store).update(userId, { isSwitchedOff: false })
      ctx.audit({ action: 'account.switchedOn', object: account(userId) })
      return {}
    },
  }),

  makeAdministrator: command({
    summary: 'Makes somebody an administrator of the site.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      const { user } = await heldAccount(ctx, userId)
      if (user.isAdmin) return {}
      await usersIn(ctx.store).update(userId, { isAdmin: true })
      ctx.audit({ action: 'account.administratorMade', object: account(userId) })
      return {}
    },
  }),

  unmakeAdministrator: command({
    summary:
      'Makes an administrator of the site an ordinary user, unless nobody else could administer it; administrators who ' +
      'name themselves confirm it.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount.extend({
      /** Needed of administrators who name themselves. */
      isConfirmed: z.boolean().default(false),
    }),
    output: nothing(),
    example,
    async run(ctx, { userId, isConfirmed }) {
      if (userId === requireLogin(ctx) && !isConfirmed) throw new DomainError('ownRightsStay')
      const { user, items } = await heldAccount(ctx, userId)
      if (!user.isAdmin) return {}
      await requireOtherAdministrator(ctx, userId)
      await keepingLogin(ctx, () => usersIn(ctx.store).update(userId, { isAdmin: false }))
      // What teams have on the word of an administrator alone has nobody to stand for it any more.
      for (const item of items) await endUnvouched(ctx, item)
      // Administrators write in every item. A window in which the person still may takes its lock again.
      await productStore(ctx.store).locks.endAllOf(userId)
      ctx.audit({ action: 'account.administratorUnmade', object: account(userId) })
      return {}
    },
  }),

  removeSecondFactor: command({
    summary:
      'Takes the second factor away from somebody who has lost the app and the recovery codes, and logs them out ' +
      'everywhere, for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: OfAccount,
    output: nothing(),
    example,
    async run(ctx, { userId }) {
      // One's own takes a code: a browser that was left open must not be enough.
      if (userId === requireLogin(ctx)) throw new DomainError('notAllowed')
      const { user } = await heldAccount(ctx, userId)
      if (!user.hasSecondFactor) throw new DomainError('noSecondFactor')
      await endSecondFactor(ctx, userId)
      await loginsIn(ctx.store).closeAll(userId, null)
      ctx.audit({ action: 'account.secondFactorRemoved', object: account(userId) })
      return {}
    },
  }),
}

/** The account, which nobody else switches or gives rights to until the end of the transaction. @throws as `holdStandings` and `holdAccount` */
async function heldAccount(ctx: CommandContext, userId: number): ReturnType<typeof holdAccount> {
  await holdStandings(ctx)
  return holdAccount(ctx, userId)
}
