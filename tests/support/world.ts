import { expect } from 'vitest'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import type { User } from '#core/account/user.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Services } from '#core/context.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { coreFollowers } from '#core/followers.ts'
import type { Item } from '#core/item/item.ts'
import type { MemberRole } from '#core/member/membership.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Product } from '#core/perform.ts'
import { coreOperations } from '#core/operations.ts'
import type { Page } from '#core/page/page.ts'
import { emptied, emptyDatabase, memoryDatabase } from './database.ts'
import { Person } from './people.ts'
import { testServices, TEST_PASSWORD, type FixedClock, type TestServicesOptions } from './services.ts'

/** The product on an in-memory database, with people and objects. */
export interface World {
  readonly product: Product
  readonly services: Services
  readonly clock: FixedClock
  /** Owner of everything the factories create, unless another person is given. */
  readonly owner: Person
  /** Member of every item the factories create. */
  readonly editor: Person
  readonly reader: Person
  readonly manager: Person
  /** Has an account, but no rights in any item. */
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
  /** The available operations; those of the core when left out. */
  readonly operations?: OperationTable
  /** Handlers of plugins, called after the commit. */
  readonly after?: Product['after']
  /** Called with facts within the transaction, besides the change log. */
  readonly within?: Product['within']
  /** A database opened, and later closed, by the caller. */
  readonly database?: OpenDatabase
  /**
   * A separate, empty database until it is closed; otherwise the worlds of a test file share one, each with its own
   * people.
   */
  readonly fresh?: boolean
}

/** Kept for all test files of a worker. */
const shared = { database: null as Promise<OpenDatabase> | null, file: '' as string | undefined, worlds: 0 }

export async function world({
  fresh = false,
  operations = coreOperations,
  after = [],
  within = [],
  database: given,
  ...options
}: WorldOptions = {}): Promise<World> {
  const database = given ?? (await (fresh ? emptyDatabase() : databaseOfFile()))
  const { services, clock } = testServices({ attachments: database.attachments, watched: database, ...options })
  const product: Product = { database, services, operations, within: [...coreFollowers, ...within], after }
  const suffix = (shared.worlds += 1) === 1 ? '' : String(shared.worlds)
  const addUser = userFactory(product, suffix)
  // Sequential, so that their ids are in this order on every database.
  const owner = await addUser('olivia')
  const manager = await addUser('mei')
  const editor = await addUser('edgar')
  const reader = await addUser('rita')
  const stranger = await addUser('stefan')
  const admin = await addUser('ada', { isAdmin: true })
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
      if (fresh && !given) await database.close()
    },
  }
}

/** The shared database, in which a test file finds no data of others. */
function databaseOfFile(): Promise<OpenDatabase> {
  const file = expect.getState().testPath
  const former = shared.database
  if (former === null || file !== shared.file)
    Object.assign(shared, { file, worlds: 0, database: former ? former.then(emptied) : memoryDatabase() })
  return shared.database ?? memoryDatabase()
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
      isSwitchedOff: false,
      hasSecondFactor: false,
      mustChangePassword: false,
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
        isMembersOnly: false,
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
