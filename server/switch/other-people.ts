import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { keptName } from './plan/users.ts'
import { hasCome, KNOWN } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { usersIn } from './users.ts'

/**
 * Ids of accounts whose numbers ShowDoc has given to somebody else since they came: username and time of registration
 * both differ. That person must get neither the account here nor what belongs to it.
 */
export async function otherPeople(
  database: ShowdocDatabase,
  { product }: ComposedApplication,
  { records, source }: Arrangement,
): Promise<ReadonlySet<number>> {
  const came = usersIn(database).filter(({ id }) => {
    const record = records.get('user')?.get(id)
    return hasCome(record) && record.sourceSum !== KNOWN
  })
  const { users } = product.database
  const named = new Map(came.map(({ id, username }) => [id, keptName(username).toLowerCase()]))
  const sameIds = new Set(
    (await users.byUsernames([...named.values()]))
      .filter(({ id, username }) => named.get(id) === username.toLowerCase())
      .map(({ id }) => id),
  )
  const renamed = new Map(came.filter(({ id }) => !sameIds.has(id)).map((user) => [user.id, user]))
  const others = new Set<number>()
  for (const { id, registeredAt } of await users.byIds([...renamed.keys()])) {
    const registered = renamed.get(id)?.registeredAt ?? new Date(source.begunAt)
    if (registered.getTime() !== registeredAt.getTime()) others.add(id)
  }
  return others
}
