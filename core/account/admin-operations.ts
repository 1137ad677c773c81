import { loginsIn, mailLinksIn, sessionIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { holdRecycledItems } from '../access/bin-doors.ts'
import { requireLogin } from '../access/doors.ts'
import { holdAccount } from '../access/site-doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { transferItem } from '../item/transfer.ts'
import { limits } from '../limits.ts'
import { endParts } from '../member/end-parts.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, line, nothing, wired } from '../schema.ts'
import { requireAsSeen, seenFields, type SeenFields } from '../seen.ts'
import { adminList } from '../site/admin-list.ts'
import { forgetFailures } from './guard.ts'
import { requireGoodPassword } from './password-rules.ts'
import { keepingLogin } from './possible-rules.ts'
import { newUser } from './registration.ts'
import { holdStandings } from './standing.ts'
import { typedName, typedPassword } from './typed.ts'
import { STANDINGS, type User } from './user.ts'
import { AccountView, accountView, passwordStamp } from './views.ts'

/** All accounts, for site administrators. */
export const adminUserOperations = {
  list: query({
    summary: 'Everybody with an account, those who came last first, for site administrators.',
    audience: 'admin',
    rest: { path: 'adminUser/getList' },
    input: z.object({
      ...adminList(),
      /** Part of the username, the name or the e-mail address. */
      username: line(254).default(''),
      /** Only administrators, accounts that are switched off, or people who have never logged in. */
      standing: z.enum(STANDINGS).default('all'),
    }),
    output: z.object({ users: z.array(AccountView), total: z.number() }),
    example: { username: 'mei', page: 1, count: 7 },
    async run({ store, services }, { username: text, standing, page, count }) {
      const { list, total } = await usersIn(store).directory({ text, standing }, { page, count })
      return { users: list.map((user) => accountView(user, services.seals)), total }
    },
  }),

  save: command({
    summary:
      'Adds an account (userId 0), or changes one: its name if that is given, and its password unless that is blank, ' +
      'which ends all sessions of the account. Usernames stay. An account that is logged in by a directory or another ' +
      'site gets a password only with replacesOtherLogin, and the directory is not asked for it any more. A password ' +
      'with mustChangePassword is good for choosing another one alone (user/changeDuePassword).',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'adminUser/addUser' },
    input: z.object({
      userId: wired('uid', idOrNone().default(0)),
      username: typedName().default(''),
      password: typedPassword().default(''),
      name: line(limits.nameLength).optional(),
      /**
       * Required for setting a password on an account without a local one; from then on its directory is no longer
       * asked.
       */
      replacesOtherLogin: z.boolean().default(false),
      /** Refers to the password set here. */
      mustChangePassword: z.boolean().default(false),
      /** Its name, and the stamp of its password. */
      seen: seenFields(),
    }),
    output: z.object({ userId: wired('uid', id()) }),
    example: { userId: 0, username: 'mei', password: 'a long sentence', name: 'Mei Lin' },
    withoutTransaction: true,
    async run(ctx, { userId, username, name, replacesOtherLogin, seen, ...given }) {
      if (given.mustChangePassword && given.password === '')
        throw new DomainError('invalidInput', { field: 'password' })
      return userId === 0
        ? addAccount(ctx, { ...given, username, name: name ?? '' })
        : changeAccount(ctx, userId, { ...given, name, replacesOtherLogin, seen })
    },
  }),

  delete: command({
    summary:
      'Deletes an account that is no administrator and owns no item and no team. What the person wrote stays where it is.',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'adminUser/deleteUser' },
    input: z.object({ userId: wired('uid', id()) }),
    output: nothing(),
    example: { userId: 2 },
    async run(ctx, { userId }) {
      const { users, locks } = productStore(ctx.store)
      await holdStandings(ctx)
      // Somebody else must still be able to undo it.
      for (const item of await holdRecycledItems(ctx, userId)) await transferItem(ctx, item, requireLogin(ctx))
      const held = await holdAccount(ctx, userId)
      const { username, isAdmin } = held.user
      if (isAdmin) throw new DomainError('administratorStays', { username })
      const { items, teams } = await users.holdingsOf(userId)
      if (items + teams > 0) throw new DomainError('ownsSomething', { username, items, teams })
      await endParts(ctx, held)
      await locks.endAllOf(userId)
      await usersIn(ctx.store).delete(userId)
      ctx.audit({ action: 'account.deleted', object: { kind: 'account', id: userId }, detail: username })
      return {}
    },
  }),
}

interface GivenPassword {
  /** '' for the current one. */
  readonly password: string
  readonly mustChangePassword: boolean
}

async function addAccount(
  ctx: CommandContext,
  { name, mustChangePassword, ...registration }: Pick<User, 'username' | 'name'> & GivenPassword,
): Promise<{ userId: number }> {
  const made = await newUser(ctx, registration)
  return ctx.together(async (ctx) => {
    await holdStandings(ctx)
    const { id: userId } = await usersIn(ctx.store).insert({ ...made, name, mustChangePassword })
    ctx.audit({ action: 'account.added', object: { kind: 'account', id: userId } })
    return { userId }
  })
}

interface AccountChange extends GivenPassword {
  readonly name: string | undefined
  readonly replacesOtherLogin: boolean
  readonly seen: SeenFields | undefined
}

async function changeAccount(
  ctx: CommandContext,
  userId: number,
  { name, password, mustChangePassword, replacesOtherLogin, seen }: AccountChange,
): Promise<{ userId: number }> {
  const { services } = ctx
  const before = await usersIn(ctx.store).byId(userId)
  if (!before) throw new DomainError('notFound')
  if (password !== '' && before.passwordHash === null && !replacesOtherLogin)
    throw new DomainError('passwordElsewhere', { username: before.username })
  if (password !== '') await requireGoodPassword(ctx, password, before.username)
  const passwordHash = password === '' ? null : await wholeServices(services).passwords.hash(password)
  await ctx.together(async (ctx) => {
    // Hashing takes a while, and the caller may have been switched off meanwhile.
    await holdStandings(ctx)
    const user = await usersIn(ctx.store).hold(userId)
    if (!user) throw new DomainError('notFound')
    const now = { name: user.name, password: passwordStamp(user, services.seals) }
    requireAsSeen(seen, now, name === undefined ? {} : { name })
    if (name !== undefined && name !== user.name) await rename(ctx, userId, name)
    // A directory is not asked for whoever has a password here, and passwords may be off.
    if (passwordHash !== null)
      await keepingLogin(ctx, () => setPassword(ctx, userId, { passwordHash, mustChangePassword }))
  })
  if (passwordHash !== null) await forgetFailures(ctx, userId)
  return { userId }
}

async function rename({ store, audit }: CommandContext, userId: number, name: string): Promise<void> {
  await usersIn(store).update(userId, { name })
  audit({ action: 'account.renamed', object: { kind: 'account', id: userId } })
}

/**
 * Ends all sessions of the account (threats T2). Administrators who set their own password keep the current one, unless
 * the password has to be changed.
 */
async function setPassword(
  ctx: CommandContext,
  userId: number,
  given: Pick<User, 'passwordHash' | 'mustChangePassword'>,
): Promise<void> {
  await usersIn(ctx.store).update(userId, given)
  await mailLinksIn(ctx.store).removeAll(userId, 'resetPassword')
  await loginsIn(ctx.store).closeAll(userId, given.mustChangePassword ? null : sessionIn(ctx).tokenDigest)
  ctx.audit({ action: 'account.passwordSet', object: { kind: 'account', id: userId } })
}
