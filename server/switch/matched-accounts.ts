import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings } from '#core/settings.ts'
import { knownSource } from './known-source.ts'
import type { OpenedShowdoc } from './look.ts'
import { switchNote } from './note.ts'
import { keptName } from './plan/users.ts'
import { KNOWN } from './row-sums.ts'
import { usersIn } from './users.ts'

/** Somebody of a ShowDoc who is taken for an account that is here already, and gets there what is that person's. */
export interface MatchedAccount {
  readonly username: string
  /** As shown; '' for none. */
  readonly name: string
  readonly usernameHere: string
  readonly nameHere: string
  /** Whether the account administers this site. */
  readonly isAdmin: boolean
}

/** The part of a site in which accounts are looked for. */
export interface SiteOfAccounts {
  readonly product: { readonly database: Store }
  readonly carrying: { carry<T>(work: (rows: CarriedRows) => Promise<T>): Promise<T> }
}

/**
 * The accounts of a ShowDoc that a move would find here by their usernames, or has found before. Nothing else of a ShowDoc
 * is taken for what was here: items and teams become new ones.
 */
export async function matchedAccounts(
  { database, sourceIds: { marks, of, usernames } }: OpenedShowdoc,
  { product, carrying }: SiteOfAccounts,
): Promise<readonly MatchedAccount[]> {
  const store = product.database
  const { sources } = await readSettings(store, switchNote)
  const known = knownSource(sources, marks)
  const came = known ? await carrying.carry((rows) => rows.records(known.number).of('user')) : []
  const had = new Set(came.map(({ sourceId }) => sourceId))
  const taken = takenBy(came, usernames)
  const fresh = of.user.filter((id) => !had.has(id))
  const before = came.filter(({ sourceSum }) => sourceSum === KNOWN).map(({ sourceId, id }) => [sourceId, id] as const)
  const found = new Map([...before, ...(await accountsOf(store, fresh, { usernames, taken }))])
  const accounts = new Map((await store.users.byIds([...found.values()])).map((account) => [account.id, account]))
  return usersIn(database).flatMap(({ id, username, name }) => {
    const here = accounts.get(found.get(id) ?? 0)
    return here ? [{ username, name, usernameHere: here.username, nameHere: here.name, isAdmin: here.isAdmin }] : []
  })
}

/** The accounts of those of a ShowDoc who came before and are still in it. */
export const takenBy = (
  came: readonly { readonly sourceId: number; readonly id: number }[],
  usernames: ReadonlyMap<number, string>,
): ReadonlySet<number> => new Set(came.flatMap(({ sourceId, id }) => (usernames.has(sourceId) ? [id] : [])))

interface Sought {
  readonly usernames: ReadonlyMap<number, string>
  /** Accounts of people who are in that ShowDoc and came earlier. */
  readonly taken: ReadonlySet<number>
}

/**
 * Matches accounts by username: the same one means the same person. One that is written otherwise only does where nobody
 * else there has it in any writing, as a ShowDoc on SQLite tells people apart by it, and Octavo and MySQL do not.
 */
export async function accountsOf(
  store: Store,
  ids: readonly number[],
  { usernames, taken }: Sought,
): Promise<ReadonlyMap<number, number>> {
  const written = (id: number): string => usernames.get(id) ?? ''
  const sameOf = Map.groupBy(usernames.keys(), (id) => keptName(written(id)).toLowerCase())
  const accounts = new Map<number, number>()
  for (const account of await store.users.byUsernames(ids.map((id) => keptName(written(id))))) {
    if (taken.has(account.id)) continue
    const same = sameOf.get(account.username.toLowerCase()) ?? []
    const person = same.find((id) => written(id) === account.username) ?? (same.length === 1 ? same[0] : undefined)
    if (person !== undefined && ids.includes(person)) accounts.set(person, account.id)
  }
  return accounts
}
