import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { counted } from './counted.ts'
import { ADMINISTRATORS } from '#core/account/standing.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import { dueRows } from './compared-rows.ts'
import { demote, editedOthers, noteStandings, type Demoted } from './demotions.ts'
import { notePasswords, renewPasswords } from './carry-passwords.ts'
import { withDefaultPassword, withPasswords } from './passwords.ts'
import { endUnvouchedIn, lockVouchedBy } from './end-unvouched.ts'
import type { PlannedUser } from './plan/users.ts'
import { ENDED, KNOWN, seenOfUser } from './row-sums.ts'
import { Findings } from './plan/findings.ts'
import type { Step } from './step.ts'

type Account = PlannedUser & { readonly id: number }

/**
 * Imports new accounts and changes to those imported earlier; accounts that existed here before are unchanged.
 * @returns usernames of those who have the default password of ShowDoc
 */
export async function carryAccounts(step: Step): Promise<readonly string[]> {
  const { plan, arrangement, application, say } = step
  const { services } = application.product
  const records = arrangement.records.get('user') ?? new Map<never, never>()
  const planned: readonly Account[] = plan.users.map((each) => ({ ...each, id: each.user.id }))
  for (const { id } of planned)
    if (records.get(id)?.sourceSum === KNOWN) plan.findings.change('user', id, 'knownAccount')
  const seen = ({ user }: Account): unknown => seenOfUser(user)
  const found = new Findings()
  const due = dueRows({ table: 'user', planned, records, seen }, found)
  const { demoted, staying } = await demoteEdited(step)
  // These do not stay as they are here.
  found.kept.splice(0, found.kept.length, ...found.kept.filter(({ id }) => !demoted.includes(Number(id))))
  plan.findings.addAll(found)
  for (const id of demoted) plan.findings.keep('user', id, 'demotedThere')
  for (const id of staying) plan.findings.keep('user', id, 'administratorStays')
  const back = planned.map(({ id }) => id).filter((id) => records.get(id)?.sourceSum === ENDED)
  for (const { id, isSwitchedOff } of await application.product.database.users.byIds(back))
    if (isSwitchedOff) plan.findings.change('user', id, 'accountBackThere')
  const brought = plan.users.filter(({ user }) => records.get(user.id)?.sourceSum !== KNOWN)
  const here = await application.product.database.users.byIds(brought.map(({ user }) => user.id))
  const withDefault = await withDefaultPassword(brought, here, services)
  if (due.sums.size > 0) {
    say(`Carrying ${counted(due.sums.size, 'account')} …`)
    step.progress({ step: 'accounts', done: 0, of: due.sums.size, name: '' })
    const users = await withPasswords(due.added, withDefault, services)
    await step.assertAlone()
    await application.carrying.carry(async (rows) => {
      const known = rows.records(arrangement.source.number)
      const ids = due.changed.map(({ id }) => id)
      await rows.store.settings.hold(ADMINISTRATORS)
      const unmade = await toBeUnmade(rows, due.changed)
      const vouched = await lockVouchedBy(rows, unmade)
      // Accounts changed here since the comparison are skipped, and reported by the next run.
      const isAsItCame = new Set(
        (await known.held('user', ids)).flatMap(({ id, here }) => (here === 'asItCame' ? [id] : [])),
      )
      await changeAccounts(
        rows,
        due.changed.filter(({ id }) => isAsItCame.has(id)),
      )
      await endUnvouchedIn(rows, services, vouched)
      await rows.addUsers(users)
      await notePasswords(rows, arrangement.source.number, { planned: due.added, users, services })
      const passed = new Set(ids.filter((id) => !isAsItCame.has(id)))
      await known.note('user', new Map([...due.sums].filter(([id]) => !passed.has(id))))
      const written = [...due.added, ...due.changed].filter(({ id }) => !passed.has(id))
      await noteStandings(
        rows,
        arrangement.source.number,
        written.map(({ user }) => user),
      )
    })
    step.note()
  }
  const added = new Set(due.added.map(({ id }) => id))
  const earlier = brought.filter(({ user }) => !added.has(user.id))
  const withDefaultSince = await renewPasswords(step, earlier)
  // By the names they have here.
  const accounts = await application.product.database.users.byIds([...new Set([...withDefault, ...withDefaultSince])])
  return accounts.toSorted((one, other) => one.id - other.id).map(({ username }) => username)
}

/** Those who administer the site here, and not in ShowDoc. */
async function toBeUnmade(rows: CarriedRows, changed: readonly Account[]): Promise<readonly number[]> {
  const administrators = new Set((await rows.store.users.admins()).map(({ id }) => id))
  return changed.flatMap(({ id, user }) => (!user.isAdmin && administrators.has(id) ? [id] : []))
}

/** Some may have the names that others had before: all are free before anybody gets one. */
async function changeAccounts(rows: CarriedRows, changed: readonly Account[]): Promise<void> {
  const { users } = rows.store
  const ids = changed.map(({ id }) => id)
  const former = new Map((await users.byIds(ids)).map(({ id, email }) => [id, email]))
  await rows.freeNames(ids)
  for (const { id, user } of changed) {
    const { username, name, email, isAdmin } = user
    const isSameAddress = email?.toLowerCase() === former.get(id)?.toLowerCase()
    await users.update(id, { username, name, email, isAdmin, ...(!isSameAddress && { isEmailVerified: false }) })
  }
}

const NOBODY: Demoted = { demoted: [], staying: [] }

/** Whom ShowDoc lets administer it no more, among those whose accounts were edited here. */
async function demoteEdited(step: Step): Promise<Demoted> {
  const { plan, arrangement, application } = step
  const { services } = application.product
  const { number, isOwnSite } = arrangement.source
  const users = editedOthers(plan.users, arrangement.records.get('user') ?? new Map<never, never>())
  // What was here before is administered by nobody because of that ShowDoc.
  if (!isOwnSite || users.length === 0) return NOBODY
  await step.assertAlone()
  const done = await application.carrying.carry(async (rows) => {
    await rows.store.settings.hold(ADMINISTRATORS)
    const ids = users.map(({ id }) => id)
    await lockVouchedBy(rows, ids)
    const held = await rows.records(number).held('user', ids)
    const records = new Map(held.map((record) => [record.id, record]))
    const result = await demote(rows, { source: number, services, users, records })
    if (result.demoted.length > 0) await endUnvouchedIn(rows, services, await rows.itemsVouchedBy(result.demoted))
    const notes = result.demoted.map(
      (id) => ({ action: 'account.administratorUnmade', object: { kind: 'account', id } }) as const,
    )
    await recordByServer(rows.store, services, notes)
    return result
  })
  if (done.demoted.length > 0) step.note()
  return done
}
