import { usersIn } from '#core/access/facts.ts'
import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { isLoginLeft } from '#core/account/possible-rules.ts'
import { hasOtherAdministrator } from '#core/account/standing.ts'
import type { HandlerContext } from '#core/context.ts'
import type { PlannedUser } from './plan/users.ts'
import { ENDED, hasCome, KNOWN, seenOfUser, sumOfRow } from './row-sums.ts'

/** The kind of the records of who administered the site, when that was written last. */
const NOTED = 'user_standing'
const ADMINISTRATOR = 'administrator'
const OTHERS = 'other'

/** Notes who administers the site, by what was written of them. */
export const noteStandings = (
  rows: CarriedRows,
  source: number,
  users: readonly Pick<PlannedUser['user'], 'id' | 'isAdmin'>[],
): Promise<void> =>
  rows.records(source).noteOther(NOTED, new Map(users.map(({ id, isAdmin }) => [id, isAdmin ? ADMINISTRATOR : OTHERS])))

/**
 * Accounts that were edited here, and administer no ShowDoc. The only ones that can administer the site although ShowDoc
 * has taken it from them: the others become what they are in ShowDoc.
 */
export const editedOthers = (
  users: readonly PlannedUser[],
  records: ReadonlyMap<number, CarriedRecord>,
): readonly PlannedUser['user'][] =>
  users.flatMap(({ user }) => (!user.isAdmin && isEdited(records.get(user.id)) ? [user] : []))

const isEdited = (record: CarriedRecord | undefined): record is CarriedRecord & { readonly sourceSum: string } =>
  hasCome(record) && record.here === 'changed' && record.sourceSum !== KNOWN && record.sourceSum !== ENDED

interface Demoting {
  readonly source: number
  readonly services: HandlerContext['services']
  readonly users: readonly PlannedUser['user'][]
  /** Locked. */
  readonly records: ReadonlyMap<number, CarriedRecord>
}

export interface Demoted {
  readonly demoted: readonly number[]
  /** Those who go on administering the site. */
  readonly staying: readonly number[]
}

/**
 * Lets those administer the site no more who did when they came, and do not in ShowDoc any more, whatever else was
 * changed of their accounts here. To be called with the standings held.
 */
export async function demote(rows: CarriedRows, { source, services, users, records }: Demoting): Promise<Demoted> {
  const ctx = { store: rows.store, services }
  await rows.store.settings.hold(siteRules.id)
  const noted = await rows.records(source).others(NOTED)
  const administrators = new Set((await rows.store.users.admins()).map(({ id }) => id))
  const demoted: number[] = []
  const staying: number[] = []
  for (const user of users.filter(({ id }) => administrators.has(id))) {
    const record = records.get(user.id)
    if (!isEdited(record)) continue
    const isDue = wasAdministrator(noted.get(user.id), user, record) && (await unmade(ctx, user.id))
    ;(isDue ? demoted : staying).push(user.id)
  }
  const ended = users.filter(({ id }) => demoted.includes(id))
  await noteStandings(rows, source, ended)
  return { demoted, staying }
}

/** Older versions noted only a checksum of the whole row, which shows whether nothing but this has changed since. */
const wasAdministrator = (
  noted: string | undefined,
  user: PlannedUser['user'],
  { sourceSum }: CarriedRecord,
): boolean =>
  noted === ADMINISTRATOR || (noted !== OTHERS && sumOfRow(seenOfUser({ ...user, isAdmin: true })) === sourceSum)

/** @returns false when nobody else could administer the site then, or no administrator log in to it */
async function unmade(ctx: HandlerContext, userId: number): Promise<boolean> {
  if (!(await hasOtherAdministrator(ctx.store, userId))) return false
  const hadLogin = await isLoginLeft(ctx)
  await usersIn(ctx.store).update(userId, { isAdmin: false })
  if (!hadLogin || (await isLoginLeft(ctx))) return true
  await usersIn(ctx.store).update(userId, { isAdmin: true })
  return false
}
