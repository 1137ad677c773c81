import { itemSeen, type Item } from './item/item.ts'
import { PORT_NAMES } from './plain-store.ts'
import type { ClosedMembers, ClosedPort } from './ports/closed.ts'
import type { Documents, OpenStore, OpenUsers, Store } from './ports/store.ts'
import { personOf, type Person, type User } from './account/user.ts'
import type { JobOutbox } from './ports/jobs.ts'
import { seenLess, wholeOf } from './seen-less.ts'

/** What a plugin has itself, and so may use. */
export interface OwnParts {
  readonly pluginId: string
  /** Names of its jobs. */
  readonly jobs: ReadonlySet<string>
  /** Names of its tasks. */
  readonly tasks: ReadonlySet<string>
}

const CLOSED_PORTS: Readonly<Record<ClosedPort, true>> = {
  access: true,
  logins: true,
  identities: true,
  mailLinks: true,
  failedJobs: true,
  tasks: true,
}
const CLOSED_MEMBERS: { readonly [P in keyof ClosedMembers]: Readonly<Record<ClosedMembers[P], true>> } = {
  attachments: {
    ...{ byToken: true, byId: true, search: true, unusedOf: true, above: true, elsewhere: true, holdPagesOf: true },
    ...{ copiesOf: true, formerStorages: true },
  },
  pageLinks: { of: true, pageOf: true },
  teams: { byId: true, named: true, search: true, memberById: true, bindingById: true, grantById: true },
  space: { used: true },
  audit: { find: true },
}

const owners = new WeakMap<object, OwnParts>()

/** The store itself, also where a plugin has handed over the one it got. */
export const wholeStore = (store: OpenStore): Store => wholeOf<Store>(store)

/** @throws Error when the store is that of a plugin without such a task */
export function requireOwnTask(store: OpenStore, name: string): void {
  const owner = owners.get(store)
  if (owner && !owner.tasks.has(name)) throw new Error(`the plugin ${owner.pluginId} has no task named ${name}`)
}

/**
 * The store as a plugin gets it: at run time, too, it lacks what only doors read, and everything that holds secrets or
 * starts work of somebody else. Ports are made when they are used.
 */
export function openStoreOf(given: OpenStore, own: OwnParts): OpenStore {
  const whole = wholeStore(given)
  const seen = {} as OpenStore
  const made = new Map<string, unknown>()
  for (const port of PORT_NAMES) {
    if (port === 'measured' || Object.hasOwn(CLOSED_PORTS, port) || !(port in whole)) continue
    const get = (): unknown => {
      if (!made.has(port)) made.set(port, seenPort(whole, port, own))
      return made.get(port)
    }
    Object.defineProperty(seen, port, { get, enumerable: true })
  }
  owners.set(seen, own)
  return seenLess(seen, whole)
}

function seenPort(whole: Store, port: keyof Store, own: OwnParts): unknown {
  const given = whole[port] as object
  if (port === 'users') return seenLess(openUsers(whole.users), given)
  if (port === 'items') return seenLess(itemsSeen(whole.items), given)
  if (port === 'jobs') return seenLess(ownJobs(whole.jobs, own), given)
  if (port === 'documents') return seenLess(ownDocuments(whole.documents, own), given)
  const closed = Object.hasOwn(CLOSED_MEMBERS, port) ? CLOSED_MEMBERS[port as keyof ClosedMembers] : null
  if (!closed) return given
  return seenLess(Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(closed, name))), given)
}

const personOrNull = (user: User | null): Person | null => user && personOf(user)

const openUsers = (users: Store['users']): OpenUsers => ({
  byId: async (id) => personOrNull(await users.byId(id)),
  byEmail: async (email) => personOrNull(await users.byEmail(email)),
  byIds: async (ids) => (await users.byIds(ids)).map(personOf),
  byUsernames: async (usernames) => (await users.byUsernames(usernames)).map(personOf),
  async search(text, paging) {
    const { list, total } = await users.search(text, paging)
    return { list: list.map(personOf), total }
  },
  sharingWith: async (userId, count) => (await users.sharingWith(userId, count)).map(personOf),
  countAll: () => users.countAll(),
  countAdmins: () => users.countAdmins(),
  admins: async () => (await users.admins()).map(personOf),
  holdingsOf: (id) => users.holdingsOf(id),
})

/** Without visit passwords. What a plugin has seen of an item cannot be written: it would lose its password. */
const itemsSeen = (items: Store['items']): Store['items'] => ({
  ...items,
  ofUser: async (userId) => (await items.ofUser(userId)).map(withItemSeen),
  ofUserNamed: async (userId, words) => (await items.ofUserNamed(userId, words)).map(withItemSeen),
  inGroup: async (userId, groupId) => (await items.inGroup(userId, groupId)).map(withItemSeen),
  insert: async (item) => itemSeen(await items.insert(item)),
  async recover(id) {
    const recovered = await items.recover(id)
    return recovered && withItemSeen(recovered)
  },
})
const withItemSeen = <T extends { readonly item: Item }>(given: T): T => ({ ...given, item: itemSeen(given.item) })

/** Jobs of the product send letters and delete files, and another plugin's are its own affair. */
const ownJobs = (jobs: JobOutbox, { pluginId, jobs: names }: OwnParts): JobOutbox => ({
  async enqueue(name, payload, { runAt = null, once = null } = {}) {
    if (!names.has(name)) throw new Error(`the plugin ${pluginId} has no job named ${name}`)
    // A key of its own: one of the product's would keep the product's job from being enqueued.
    await jobs.enqueue(name, payload, { runAt, once: once === null ? null : `${pluginId}.${once}` })
  },
})

const ownDocuments = (documents: Documents, { pluginId }: OwnParts): Documents => ({
  collection(name) {
    const isOwn = typeof name === 'string' && name.startsWith(`${pluginId}.`)
    if (!isOwn)
      throw new Error(`the plugin ${pluginId} has no access to the documents ${name}: its own begin with ${pluginId}.`)
    return documents.collection(name)
  },
})
