import type { ComposedApplication } from '../application.ts'
import { itemsIn } from './items.ts'
import type { OpenedShowdoc } from './look.ts'
import { keptName, type TakenNames } from './plan/users.ts'
import type { IdsHere } from './renumbered.ts'
import { usersIn } from './users.ts'

/** The accounts and items here that have names a ShowDoc uses too. */
export async function takenNames(
  { product: { database: store } }: ComposedApplication,
  { database, only, sourceIds }: OpenedShowdoc,
  idsHere: IdsHere,
): Promise<TakenNames> {
  const users = usersIn(database)
  const wished = users.flatMap(({ id, username }) => [keptName(username), `${keptName(username) || 'user'}-${id}`])
  const usernames = new Map<string, number>()
  for (const { id, username } of await store.users.byUsernames(wished)) usernames.set(username.toLowerCase(), id)
  const emails = new Map<string, number>()
  const domains = new Map<string, number>()
  // With one item the others may still come, and ShowDoc may find another one by the domain.
  for (const [domain, id] of only === null ? [] : sourceIds.domains)
    domains.set(domain, idsHere.get('item')?.get(id) ?? id)
  if (usernames.size > 0 || (await store.users.countAll()) > 0) {
    for (const { email } of users) {
      const owner = email === '' ? null : await store.users.byEmail(email)
      if (owner) emails.set(email.toLowerCase(), owner.id)
    }
    for (const { domain } of itemsIn(database)) {
      const item = domain === '' ? null : await store.items.byDomain(domain)
      if (item !== null) domains.set(domain.toLowerCase(), item)
    }
  }
  return { usernames, emails, domains }
}
