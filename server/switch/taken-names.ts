import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { itemsIn } from './items.ts'
import type { OpenedShowdoc } from './look.ts'
import { foldedName, keptName, type TakenNames } from './plan/users.ts'
import { ENDED, hasCome, KNOWN } from './row-sums.ts'
import { usersIn } from './users.ts'

/**
 * The accounts and items here that have names a ShowDoc uses too. Those that get other names with this run do not count:
 * ShowDoc may have given theirs to others since.
 */
export async function takenNames(
  { product: { database: store } }: ComposedApplication,
  { database, only, sourceIds }: OpenedShowdoc,
  { records, idsHere, inBin }: Pick<Arrangement, 'records' | 'idsHere' | 'inBin'>,
): Promise<TakenNames> {
  const users = usersIn(database)
  const wished = users.flatMap(({ id, username }) => [keptName(username), `${keptName(username) || 'user'}-${id}`])
  const isRenewed = (table: CarriedTable, id: number): boolean => willBeAsThere(records.get(table)?.get(id))
  const there = new Map(users.map((user) => [user.id, user]))
  const usernames = new Map<string, number>()
  for (const { id, username } of await store.users.byUsernames(wished)) {
    const own = there.get(id)
    const isSame = foldedName(keptName(own?.username ?? '')) === foldedName(username)
    if (!own || isSame || !isRenewed('user', id)) usernames.set(foldedName(username), id)
  }
  const emails = new Map<string, number>()
  const domains = new Map<string, number>()
  // With one item the others may still come, and ShowDoc may find another one by the domain.
  for (const [domain, id] of only === null ? [] : sourceIds.domains)
    domains.set(domain, idsHere.get('item')?.get(id) ?? id)
  if (usernames.size > 0 || (await store.users.countAll()) > 0) {
    for (const { email } of users) {
      const owner = email === '' ? null : await store.users.byEmail(email)
      if (!owner) continue
      const isSame = foldedName(there.get(owner.id)?.email ?? '') === foldedName(email)
      if (!there.has(owner.id) || isSame || !isRenewed('user', owner.id)) emails.set(foldedName(email), owner.id)
    }
    const items = itemsIn(database)
    const domainsThere = new Map(items.map(({ id, domain }) => [id, domain.toLowerCase()]))
    for (const domain of new Set(domainsThere.values())) {
      const id = domain === '' ? null : await store.items.byDomain(domain)
      if (id === null) continue
      const isFreed = domainsThere.has(id) && domainsThere.get(id) !== domain && isRenewed('item', id) && !inBin.has(id)
      if (!isFreed) domains.set(domain, id)
    }
  }
  return { usernames, emails, domains }
}

/** Whether a run makes a row as it is in ShowDoc, because nobody has changed it here. */
const willBeAsThere = (record: CarriedRecord | undefined): boolean =>
  hasCome(record) && record.here === 'asItCame' && record.sourceSum !== KNOWN && record.sourceSum !== ENDED
