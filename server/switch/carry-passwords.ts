import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { isCarriedHash } from '#adapters/login/password/carried-passwords.ts'
import type { User } from '#core/account/user.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import type { Services } from '#core/context.ts'
import { keyMarks, type Mark } from './key-marks.ts'
import { withDefaultPassword, withPasswords } from './passwords.ts'
import type { PlannedUser } from './plan/users.ts'
import type { Step } from './step.ts'

/** The kind of the records of the passwords with which accounts came. */
const NOTED = 'user_password'
/** Noted instead of a mark of a password that may not be the one that came. */
const OF_HERE = '-'
const NOBODY: ReadonlySet<number> = new Set()

/** Marks of a password, as it was in ShowDoc and as it was stored here for it. */
interface NotedPassword {
  readonly there: string
  readonly here: string
}
type Notes = ReadonlyMap<number, NotedPassword>

const markThere = (mark: Mark, { user, password }: PlannedUser): string =>
  mark(user.id, `${password.hash}\0${password.salt}`)
const markHere = (mark: Mark, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>): string =>
  mark(id, passwordHash ?? '')

async function noted(rows: CarriedRows, source: number): Promise<Notes> {
  const notes = await rows.records(source).others(NOTED)
  return new Map(
    Array.from(notes, ([id, text]) => {
      const [there = '', here = ''] = text.split(' ')
      return [id, { there, here }]
    }),
  )
}

const note = (rows: CarriedRows, source: number, notes: Notes): Promise<void> =>
  rows.records(source).noteOther(NOTED, new Map(Array.from(notes, ([id, { there, here }]) => [id, `${there} ${here}`])))

/** Notes with which passwords these accounts come. @param users as they are stored */
export async function notePasswords(
  rows: CarriedRows,
  source: number,
  {
    planned,
    users,
    services,
  }: { readonly planned: readonly PlannedUser[]; readonly users: readonly User[]; readonly services: Services },
): Promise<void> {
  const mark = await keyMarks(rows.store, services)
  const stored = new Map(users.map((user) => [user.id, user]))
  const notes = planned.flatMap((each) => {
    const user = stored.get(each.user.id)
    return user ? [[user.id, { there: markThere(mark, each), here: markHere(mark, user) }] as const] : []
  })
  await note(rows, source, new Map(notes))
}

/**
 * Brings passwords that changed in ShowDoc since the accounts came, as long as nobody has changed or used them here: a
 * login stores them in another form. The others stay, and are named.
 * @param accounts that came in earlier runs
 * @returns ids of those who have the default password of ShowDoc since
 */
export async function renewPasswords(step: Step, accounts: readonly PlannedUser[]): Promise<ReadonlySet<number>> {
  const { application, arrangement, plan } = step
  const { services, database } = application.product
  const { number } = arrangement.source
  const { mark, notes } = await application.carrying.carry(async (rows) => ({
    mark: await keyMarks(rows.store, services),
    notes: await noted(rows, number),
  }))
  const there = new Map(accounts.map((each) => [each.user.id, markThere(mark, each)]))
  const changed = accounts.filter(({ user }) => notes.get(user.id)?.there !== there.get(user.id))
  if (changed.length === 0) return NOBODY
  // What older versions brought, they did not note: what is stored is still what came if it has the form of that.
  const isAsItCame = (user: User): boolean => {
    const came = notes.get(user.id)
    return came ? came.here === markHere(mark, user) : isCarriedHash(user.passwordHash)
  }
  const here = await database.users.byIds(changed.map(({ user }) => user.id))
  const stay = here.filter((user) => !isAsItCame(user)).map(({ id }) => id)
  const waiting = new Set(here.filter(isAsItCame).map(({ id }) => id))
  const due = changed.filter(({ user }) => waiting.has(user.id))
  const withDefault = await withDefaultPassword(due, [], services)
  const fresh = await withPasswords(due, withDefault, services)
  const unreadable = fresh.filter(({ passwordHash }) => !isCarriedHash(passwordHash)).map(({ id }) => id)
  const named = stay.filter((id) => notes.has(id))
  for (const id of named) plan.findings.keep('user', id, 'passwordOfHere')
  for (const id of unreadable) plan.findings.keep('user', id, 'passwordUnknownThere')
  const unnoted = stay.filter((id) => !notes.has(id))
  const brought = fresh.filter(({ id }) => !unreadable.includes(id))
  if (brought.length + unnoted.length === 0) return NOBODY
  await step.assertAlone()
  await application.carrying.carry(async (rows) => {
    const next = new Map(unnoted.map((id) => [id, { there: there.get(id) ?? '', here: OF_HERE }]))
    for (const user of brought)
      if (await isReplaced(rows, services, user, isAsItCame))
        next.set(user.id, { there: there.get(user.id) ?? '', here: markHere(mark, user) })
    await note(rows, number, next)
  })
  step.note()
  return withDefault
}

/** Gives the account this password, unless it has another one than that which came: the next run says so. */
async function isReplaced(
  { store }: CarriedRows,
  services: Services,
  { id, passwordHash, mustChangePassword }: User,
  isAsItCame: (user: User) => boolean,
): Promise<boolean> {
  const now = await store.users.hold(id)
  if (!now || !isAsItCame(now)) return false
  await store.users.update(id, { passwordHash, mustChangePassword })
  await store.mailLinks.removeAll(id, 'resetPassword')
  await store.logins.closeAll(id, null)
  await recordByServer(store, services, [{ action: 'account.passwordSet', object: { kind: 'account', id } }])
  return true
}
