import { afterAll } from 'vitest'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import type { User } from '#core/account/user.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Services } from '#core/context.ts'
import { coreFollowers } from '#core/followers.ts'
import type { Item } from '#core/item/item.ts'
import type { MemberRole } from '#core/member/membership.ts'
import type { Product } from '#core/operation.ts'
import type { Page } from '#core/page/page.ts'
import type { Database } from '#core/ports/store.ts'
import { memoryDatabase } from './database.ts'
import { Person } from './people.ts'
import { testServices, TEST_PASSWORD, type FixedClock, type TestServicesOptions } from './services.ts'

/** The product on an in-memory database, with people and things in it. */
export interface World {
  readonly product: Product
  readonly services: Services
  readonly clock: FixedClock
  /** Owns what the factories make, unless told otherwise. */
  readonly owner: Person
  /** Members of every item the factories make. */
  readonly editor: Person
  readonly reader: Person
  readonly manager: Person
  /** Has an account, and nothing to do with any item. */
  readonly stranger: Person
  readonly visitor: Person
  readonly admin: Person
  /** Every person's login password. */
  readonly password: string
  addUser(username: string, facts?: Partial<User>): Promise<Person>
  addItem(facts?: Partial<Omit<Item, 'visitPassword'>> & { readonly visitPassword?: string }): Promise<Item>
  addMember(item: Item, person: Person, role: MemberRole, catalogId?: number | null): Promise<void>
  addCatalog(item: Item, facts?: Partial<Catalog>): Promise<Catalog>
  addPage(item: Item, facts?: Partial<Page>): Promise<Page>
  close(): Promise<void>
}

export interface WorldOptions extends TestServicesOptions {
  /** Those of plugins, which hear of what happens after the commit. */
  readonly after?: Product['after']
  /** What is done with facts within the transaction, besides the change log. */
  readonly within?: Product['within']
  /** An own, empty database; otherwise the worlds of one test file share one, each with people of its own. */
  readonly fresh?: boolean
}

let shared: Promise<Database> | null = null
let worlds = 0
afterAll(async () => {
  await (await shared)?.close()
})

export async function world({ fresh = false, after = [], within = [], ...options }: WorldOptions = {}): Promise<World> {
  const database = await (fresh ? memoryDatabase() : (shared ??= memoryDatabase()))
  const { services, clock } = testServices({ attachments: database.attachments, ...options })
  const product: Product = { database, services, within: [...coreFollowers, ...within], after }
  const suffix = (worlds += 1) === 1 ? '' : String(worlds)
  const addUser = userFactory(product, suffix)
  const [owner, manager, editor, reader, stranger, admin] = await Promise.all([
    addUser('olivia'),
    addUser('mei'),
    addUser('edgar'),
    addUser('rita'),
    addUser('stefan'),
    addUser('ada', { isAdmin: true }),
  ])
  const things = factories(product, { owner, manager, editor, reader })
  return {
    product,
    services,
    clock,
    owner,
    manager,
    editor,
    reader,
    stranger,
    admin,
    addUser,
    ...things,
    visitor: new Person(product, null),
    password: TEST_PASSWORD,
    close: async () => {
      if (fresh) await database.close()
    },
  }
}

function userFactory(product: Product, suffix: string) {
  const { database, services } = product
  return async (username: string, facts: Partial<User> = {}): Promise<Person> => {
    const user = await database.users.insert({
      username: `${username}${suffix}`,
      name: username,
      email: `${username}${suffix}@example.org`,
      isEmailVerified: true,
      isAdmin: false,
      passwordHash: await passwordHashOf(services),
      registeredAt: services.clock.now(),
      lastLoginAt: null,
      ...NO_PREFERENCES,
      ...facts,
    })
    return new Person(product, user)
  }
}

let passwordHash: Promise<string> | null = null
const passwordHashOf = ({ passwords }: Services): Promise<string> => (passwordHash ??= passwords.hash(TEST_PASSWORD))

function factories(
  { database, services }: Product,
  { owner, manager, editor, reader }: Pick<World, 'owner' | 'manager' | 'editor' | 'reader'>,
): Pick<World, 'addItem' | 'addMember' | 'addCatalog' | 'addPage'> {
  const { clock, seals } = services
  const addMember: World['addMember'] = async (item, person, role, catalogId = null) => {
    await database.members.put({ itemId: item.id, userId: person.id, role, catalogId, addedAt: clock.now() })
  }
  return {
    addMember,
    async addItem({ visitPassword, ...facts } = {}) {
      const item = await database.items.insert({
        name: 'Payments',
        description: 'How we pay',
        domain: null,
        type: 'regular',
        ownerId: owner.id,
        visitPassword: null,
        visitGeneration: 1,
        isArchived: false,
        globalParams: { query: [], body: [], header: [] },
        createdAt: clock.now(),
        updatedAt: clock.now(),
        ...facts,
      })
      await addMember(item, manager, 'manager')
      await addMember(item, editor, 'editor')
      await addMember(item, reader, 'reader')
      if (visitPassword === undefined) return item
      const purpose = `item:${item.id}`
      const locked = {
        ...item,
        visitPassword: { sealed: seals.seal(visitPassword, purpose), digest: seals.digest(visitPassword, purpose) },
      }
      await database.items.update(locked)
      return locked
    },
    addCatalog: (item, facts = {}) =>
      database.catalogs.insert({
        itemId: item.id,
        parentId: null,
        name: 'Guides',
        level: 1,
        order: 99,
        ...facts,
      }),
    addPage: (item, facts = {}) =>
      database.pages.insert({
        itemId: item.id,
        catalogId: null,
        title: 'Welcome',
        content: '# Welcome\n',
        order: 99,
        authorId: owner.id,
        revision: 1,
        createdAt: clock.now(),
        savedAt: clock.now(),
        deletion: null,
        ...facts,
      }),
  }
}
