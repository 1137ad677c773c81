import { counted } from './counted.ts'
import { ADMINISTRATORS } from '#core/account/standing.ts'
import { dueRows } from './compared-rows.ts'
import { withDefaultPassword, withPasswords } from './passwords.ts'
import type { PlannedUser } from './plan/users.ts'
import { ENDED, KNOWN, seenOfUser } from './row-sums.ts'
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
  const due = dueRows({ table: 'user', planned, records, seen }, plan.findings)
  const back = planned.map(({ id }) => id).filter((id) => records.get(id)?.sourceSum === ENDED)
  for (const { id, isSwitchedOff } of await application.product.database.users.byIds(back))
    if (isSwitchedOff) plan.findings.change('user', id, 'accountBackThere')
  const brought = plan.users.filter(({ user }) => records.get(user.id)?.sourceSum !== KNOWN)
  const withDefault = await withDefaultPassword(brought, services)
  if (due.sums.size > 0) {
    say(`Carrying ${counted(due.sums.size, 'account')} …`)
    step.progress({ step: 'accounts', done: 0, of: due.sums.size, name: '' })
    const users = await withPasswords(due.added, withDefault, services)
    await step.assertAlone()
    await application.carrying.carry(async (rows) => {
      const known = rows.records(arrangement.source.number)
      const ids = due.changed.map(({ id }) => id)
      await rows.store.settings.hold(ADMINISTRATORS)
      // Accounts changed here since the comparison are skipped, and reported by the next run.
      const isAsItCame = new Set(
        (await known.held('user', ids)).flatMap(({ id, here }) => (here === 'asItCame' ? [id] : [])),
      )
      await rows.addUsers(users)
      for (const { user } of due.changed.filter(({ id }) => isAsItCame.has(id))) {
        const { username, name, email, isAdmin } = user
        await rows.store.users.update(user.id, { username, name, email, isAdmin })
      }
      const passed = new Set(ids.filter((id) => !isAsItCame.has(id)))
      await known.note('user', new Map([...due.sums].filter(([id]) => !passed.has(id))))
    })
    step.note()
  }
  return brought.flatMap(({ user }) => (withDefault.has(user.id) ? [user.username] : []))
}
