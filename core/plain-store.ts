import type { Database, Store } from './ports/store.ts'
import { madeByProduct } from './seen-less.ts'

const PORTS: Readonly<Record<keyof Store, true>> = {
  access: true,
  users: true,
  logins: true,
  identities: true,
  mailLinks: true,
  items: true,
  itemGroups: true,
  members: true,
  teams: true,
  vouchedMemberships: true,
  catalogs: true,
  pages: true,
  locks: true,
  attachments: true,
  versions: true,
  pageLinks: true,
  saves: true,
  drafts: true,
  search: true,
  settings: true,
  schema: true,
  documents: true,
  documentSearch: true,
  jobs: true,
  failedJobs: true,
  tasks: true,
  textBytes: true,
  space: true,
  audit: true,
  changes: true,
  measured: true,
}
/** The names of all ports. */
const PORT_NAMES = Object.keys(PORTS) as readonly (keyof Store)[]

const stores = new WeakMap<Database, Store>()

/**
 * The store of a database for work outside of transactions, always the same one. What copies, moves or closes the
 * database is not part of it: that belongs to whoever has opened it.
 */
export function plainStore(database: Database): Store {
  const known = stores.get(database)
  if (known) return known
  const store = {} as Store
  // Read when it is used: a database need not have what nobody asks for.
  for (const port of PORT_NAMES) Object.defineProperty(store, port, { get: () => database[port], enumerable: true })
  stores.set(database, madeByProduct(store))
  return store
}
