import { itemSeen, type Item } from './item/item.ts'
import type { OpenMembers, OpenUsers } from './ports/open.ts'
import type { Documents } from './ports/documents.ts'
import type { OpenStore, ProductStore, Store } from './ports/store.ts'
import { personOf, type Person, type User } from './account/user.ts'
import type { JobOutbox } from './ports/jobs.ts'
import { requireOwnSection } from './own-seals.ts'
import type { NamedSection, SettingsStore } from './ports/settings.ts'
import { isFromProduct, seenLess, wholeOf } from './seen-less.ts'
import { idOfSection } from './settings.ts'

/** What a plugin has itself, and so may use. */
export interface OwnParts {
  readonly pluginId: string
  /** Names of its jobs. */
  readonly jobs: ReadonlySet<string>
  /** Names of its tasks. */
  readonly tasks: ReadonlySet<string>
}

type Members = { readonly [P in keyof OpenMembers]: Readonly<Record<OpenMembers[P], true>> }
const OPEN_MEMBERS: Members = {
  items: { byDomain: true, ofUser: true, ofUserNamed: true, inGroup: true },
  members: { ofItem: true },
  teams: {
    ...{ ofUser: true, membersOf: true, itemsOf: true, teamsOn: true, grantsOn: true, grantsOnItem: true },
    managedThrough: true,
  },
  vouchedMemberships: { ofUser: true, ofTeam: true, find: true, people: true },
  catalogs: { ofItem: true, itemOf: true },
  pages: { headsOf: true, countIn: true, ofItem: true, byIds: true, idOf: true, recycledIn: true },
  locks: { ofItem: true, idleMs: true, requests: true },
  attachments: { ofPage: true, usedBy: true },
  versions: { headsOf: true, newestTexts: true, ofPage: true, byId: true },
  search: { find: true, idsIn: true },
  settings: { hold: true, read: true, write: true },
  documents: { collection: true },
  jobs: { enqueue: true },
  textBytes: { ofItem: true, byAuthor: true, hold: true },
  space: { quotaOf: true, fileBytesOf: true },
  changes: { ofItem: true, latestPages: true },
}
const OPEN_PORTS: readonly (keyof OpenStore)[] = ['users', ...(Object.keys(OPEN_MEMBERS) as (keyof OpenMembers)[])]

const owners = new WeakMap<object, OwnParts>()

/** For operations of the product, also where a plugin has handed over the store it got. */
export const productStore = (store: OpenStore): ProductStore => wholeOf<ProductStore>(store)

/** The store itself, also where a plugin has handed over the one it got. */
export const wholeStore = (store: OpenStore): Store => wholeOf<Store>(store)

/** @throws Error when the store is that of a plugin without such a task */
export function requireOwnTask(store: OpenStore, name: string): void {
  const owner = owners.get(store)
  if (owner && !owner.tasks.has(name)) throw new Error(`the plugin ${owner.pluginId} has no task named ${name}`)
}

/**
 * The store as a plugin gets it: at run time, too, it lacks what only doors read, what changes data without a right, and
 * everything that holds secrets or starts work of somebody else. Ports are made when they are used.
 * @throws Error for one that another plugin has made: it would be told what this one keeps
 */
export function openStoreOf(given: OpenStore, own: OwnParts): OpenStore {
  const whole = isFromProduct(given) ? wholeStore(given) : madeOfParts(given, own)
  const seen = {} as OpenStore
  const made = new Map<string, unknown>()
  for (const port of OPEN_PORTS) {
    if (!(port in whole)) continue
    const get = (): unknown => {
      if (!made.has(port)) made.set(port, seenPort(whole, port, own))
      return made.get(port)
    }
    Object.defineProperty(seen, port, { get, enumerable: true })
  }
  owners.set(seen, own)
  return seenLess(seen, whole)
}

function seenPort(whole: Store, port: keyof OpenStore, own: OwnParts): unknown {
  // Some of a store may have been made of what a plugin got.
  const given = wholeOf<object>(whole[port])
  if (port === 'users') return seenLess(openUsers(given as Store['users']), given)
  if (port === 'jobs') return seenLess(ownJobs(given as Store['jobs'], own), given)
  if (port === 'settings') return seenLess(ownSettings(given as SettingsStore, own), given)
  if (port === 'documents') return seenLess(ownDocuments(given as Store['documents'], own), given)
  const members = (port === 'items' ? itemsSeen(given as Store['items']) : given) as Readonly<Record<string, unknown>>
  const open = Object.keys(OPEN_MEMBERS[port]).filter((name) => name in members)
  return seenLess(Object.fromEntries(open.map((name) => [name, calledOn(members, members[name])])), given)
}

/** What was made of ports of a store. Read once: an object could answer otherwise each time. */
function madeOfParts(given: OpenStore, { pluginId }: OwnParts): Store {
  const ports = OPEN_PORTS.filter((port) => port in given).map((port) => [port, given[port]] as const)
  const strange = ports.find(([, port]) => !isFromProduct(port))
  if (strange) throw new Error(`the plugin ${pluginId} is handed a store whose ${strange[0]} the product has not made`)
  return Object.fromEntries(ports) as unknown as Store
}

/** Its port may be an instance of a class. */
const calledOn =
  (port: object, member: unknown) =>
  (...asked: readonly unknown[]): unknown =>
    Reflect.apply(member as () => unknown, port, asked)

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

/** Without visit passwords. */
const itemsSeen = (items: Store['items']): Store['items'] => ({
  ...items,
  ofUser: async (userId) => (await items.ofUser(userId)).map(withItemSeen),
  ofUserNamed: async (userId, words) => (await items.ofUserNamed(userId, words)).map(withItemSeen),
  inGroup: async (userId, groupId) => (await items.inGroup(userId, groupId)).map(withItemSeen),
})
const withItemSeen = <T extends { readonly item: Item }>(given: T): T => ({ ...given, item: itemSeen(given.item) })

/** Jobs of the product send letters and delete files, and another plugin's are its own affair. */
const ownJobs = (jobs: JobOutbox, { pluginId, jobs: names }: OwnParts): JobOutbox => ({
  async enqueue(name, payload, { runAt = null, once = null } = {}) {
    if (!names.has(name)) throw new Error(`the plugin ${pluginId} has no job named ${name}`)
    // A key of its own: one of the product's would keep the product's job from being enqueued. Jobs of the plugin that
    // were waiting when an earlier version was replaced have the bare key.
    await jobs.enqueue(name, payload, {
      runAt,
      ...(once !== null && { once: `${pluginId}.${once}`, formerOnce: once }),
    })
  },
})

/** By their ids, whatever their declaration. Locks on sections are also locks on what has no settings, under its name. */
const ownSettings = (settings: SettingsStore, { pluginId }: OwnParts): SettingsStore => {
  // Read once: an object could answer otherwise each time.
  const own = (section: NamedSection): string => {
    const id: unknown = idOfSection(section)
    requireOwnSection(pluginId, id)
    return id
  }
  return {
    async hold(section) {
      if (typeof section !== 'string' || section.startsWith('plugin.')) return settings.hold(own(section))
      // One of the product's would let the product wait.
      await settings.hold(section.startsWith(`${pluginId}.`) ? section : `plugin.${pluginId}.${section}`)
    },
    read: async (section) => settings.read(own(section)),
    write: async (section, value) => settings.write(own(section), value),
  }
}

const ownDocuments = (documents: Documents, { pluginId }: OwnParts): Documents => ({
  collection(name) {
    requireOwnCollection(pluginId, name)
    return documents.collection(name)
  },
})

/** @throws Error unless the documents are the plugin's */
export function requireOwnCollection(pluginId: string, name: unknown): void {
  if (typeof name === 'string' && name.startsWith(`${pluginId}.`)) return
  throw new Error(
    `the plugin ${pluginId} has no access to the documents ${String(name)}: its own begin with ${pluginId}.`,
  )
}
