import { usersIn } from '#core/access/facts.ts'
import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { isLoginLeft } from '#core/account/possible-rules.ts'
import { ADMINISTRATORS, hasOtherAdministrator, switchOff } from '#core/account/standing.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import type { HandlerContext } from '#core/context.ts'
import { knowsNumbers } from './known-numbers.ts'
import { ENDED, hasCome, isDraft, KNOWN } from './row-sums.ts'
import { ownColumn } from './source-ids.ts'
import type { Step } from './step.ts'

/** What came, is here, and is not in ShowDoc any more. */
function goneFrom(step: Step, table: CarriedTable): readonly CarriedRecord[] {
  const { only, database } = step.showdoc
  if (only !== null || !database.isWhole(ownColumn(table)[0])) return []
  // Whoever got a new account of the same name there has the same one here.
  const idsHere = step.arrangement.idsHere.get(table)
  const there = new Set(step.showdoc.sourceIds.of[table].map((id) => idsHere?.get(id)))
  if (table === 'user') for (const id of step.plan.others) there.delete(id)
  const records = [...(step.arrangement.records.get(table)?.values() ?? [])]
  return records.filter(
    (record) =>
      hasCome(record) &&
      record.sourceSum !== KNOWN &&
      !isDraft(record.sourceSum) &&
      record.here !== 'gone' &&
      !there.has(record.id),
  )
}

/**
 * Reports what was deleted for good in ShowDoc since it came: it stays here, where people may rely on it. What lies in a
 * recycle bin here is on its way out here as well.
 */
export async function tellOfGone(step: Step): Promise<void> {
  const { application, arrangement, plan } = step
  const { findings } = plan
  const gonePages = goneFrom(step, 'page').map(({ id }) => id)
  const pagesInBin = await application.carrying.carry((rows) => rows.pagesInBin(gonePages))
  const isInBin = (table: CarriedTable, id: number, place: string | null): boolean =>
    arrangement.inBin.has(table === 'item' ? id : Number(place)) || (table === 'page' && pagesInBin.has(id))
  const items = new Set(goneFrom(step, 'item').map(({ id }) => String(id)))
  for (const table of ['item', 'catalog', 'page', 'attachment', 'team'] as const)
    for (const { id, place } of goneFrom(step, table))
      if ((place === null || !items.has(place)) && !isInBin(table, id, place))
        findings.keep(ownColumn(table)[0], id, 'goneThere')
}

/** Their tables with the columns of their ids; they have no ids of their own here. */
const PARTS = [
  ...([
    ['item_group', 'id'],
    ['template', 'id'],
    ['mock', 'id'],
    ['subscription', 'id'],
  ] as const),
  ['page_comment', 'comment_id'] as const,
] as const

/** The same for what belongs to pages and people. @param known what came of each table, by the ids of its rows */
export function tellOfGoneParts(
  { showdoc: { database, only }, plan }: Pick<Step, 'showdoc' | 'plan'>,
  known: ReadonlyMap<string, ReadonlyMap<number, string>>,
): void {
  for (const [table, column] of PARTS) {
    if (only !== null || !database.isWhole(table)) continue
    const there = new Set(database.ids(table, column))
    for (const id of known.get(table)?.keys() ?? []) if (!there.has(id)) plan.findings.keep(table, id, 'partGoneThere')
  }
}

/**
 * Switches off accounts that were deleted in ShowDoc since they came, once: an administrator may switch one on again.
 * One that was changed here stays as it is, and all do where the copy of ShowDoc may be an older or a broken one.
 */
export async function endAccounts(step: Step): Promise<void> {
  const { plan, application, arrangement } = step
  const { services } = application.product
  const gone = goneFrom(step, 'user')
  const endedBefore = gone.filter(({ sourceSum }) => sourceSum === ENDED).map(({ id }) => id)
  for (const { id, isSwitchedOff } of await application.product.database.users.byIds(endedBefore))
    if (!isSwitchedOff) plan.findings.keep('user', id, 'accountGoneThere')
  const due = gone.filter(({ sourceSum }) => sourceSum !== ENDED)
  if (due.length === 0) return
  if (!isPlausible(step, due.length)) {
    for (const { id } of due) plan.findings.keep('user', id, 'accountUnsure')
    return
  }
  await step.assertAlone()
  const ended = await application.carrying.carry(async (rows) => {
    await rows.store.settings.hold(ADMINISTRATORS)
    await rows.store.settings.hold(siteRules.id)
    const ctx = { store: rows.store, services }
    const records = rows.records(arrangement.source.number)
    const now = await records.held(
      'user',
      due.map(({ id }) => id),
    )
    const done: number[] = []
    for (const { id, sourceId, here } of now) {
      if (!due.some((each) => each.sourceId === sourceId) || here !== 'asItCame') continue
      if (!(await hasOtherAdministrator(rows.store, id)) || !(await isLoginLeftWithout(ctx, id))) continue
      await switchOff(rows.store, id, services.clock.now())
      done.push(id)
    }
    await records.note('user', new Map(done.map((id) => [id, ENDED])))
    const notes = done.map((id) => ({ action: 'account.switchedOff', object: { kind: 'account', id } }) as const)
    await recordByServer(rows.store, services, notes)
    return new Set(done)
  })
  if (ended.size > 0) step.note()
  for (const { id } of due)
    if (ended.has(id)) plan.findings.change('user', id, 'accountEndedThere')
    else plan.findings.keep('user', id, 'accountGoneThere')
}

/**
 * Whether the copy can be as new as the last one: it knows of all numbers that came, and misses no more than half of the
 * accounts, with those that were here before.
 */
function isPlausible({ showdoc: { sourceIds }, arrangement }: Step, missing: number): boolean {
  const known = [...(arrangement.records.get('user')?.values() ?? [])].filter(
    (record) => hasCome(record) && record.here !== 'gone',
  )
  const there = new Set(sourceIds.of.user)
  const missingMatched = known.filter(({ sourceId, sourceSum }) => sourceSum === KNOWN && !there.has(sourceId)).length
  return knowsNumbers(sourceIds, 'user', known) && (missing + missingMatched) * 2 <= known.length
}

/** Whether a way to log in is left once the account is switched off, or there is none anyway. */
async function isLoginLeftWithout(ctx: HandlerContext, userId: number): Promise<boolean> {
  if (!(await isLoginLeft(ctx))) return true
  const users = usersIn(ctx.store)
  await users.update(userId, { isSwitchedOff: true })
  const isLeft = await isLoginLeft(ctx)
  await users.update(userId, { isSwitchedOff: false })
  return isLeft
}
