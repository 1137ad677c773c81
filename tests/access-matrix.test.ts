import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#core/errors.ts'
import { coreOperations } from '#core/operations.ts'
import { Person } from './support/people.ts'
import { outcomeOf } from './support/refusal.ts'
import { world, type World } from './support/world.ts'

const { item, catalog, page } = coreOperations

// Open, private, private with the visit password passed; members and those above them at a private item.
const ROLES = [
  'visitor, open',
  'visitor, private',
  'visitor, passed',
  'stranger, open',
  'stranger, private',
  'stranger, passed',
  'reader',
  'editor',
  'editor of the catalog',
  'editor of another catalog',
  'manager',
  'owner',
  'administrator',
] as const
type Role = (typeof ROLES)[number]

// One column for each role; 0 is done. Numbers as D07 gives them.
const RIGHTS = {
  /** item/info: a limited member sees his part. */
  viewItem: [0, 10303, 0, 0, 10303, 0, 0, 0, 0, 0, 0, 0, 0],
  view: [0, 10303, 0, 0, 10303, 0, 0, 0, 0, 10303, 0, 0, 0],
  viewLogin: [10102, 10102, 10102, 0, 10303, 0, 0, 0, 0, 0, 0, 0, 0],
  edit: [10102, 10102, 10102, 10103, 10103, 10103, 10103, 0, 0, 10103, 0, 0, 0],
  /** What reaches over the whole item is not for limited members. */
  editItem: [10102, 10102, 10102, 10103, 10103, 10103, 10103, 0, 10103, 10103, 0, 0, 0],
  manage: [10102, 10102, 10102, 10303, 10303, 10303, 10303, 10303, 10303, 10303, 0, 0, 0],
  own: [10102, 10102, 10102, 10303, 10303, 10303, 10303, 10303, 10303, 10303, 10303, 0, 10303],
} as const

interface Scene {
  readonly itemId: number
  readonly catId: number
  readonly pageId: number
  readonly pageHistoryId: number
  /** An item of the caller to copy into; the same item for those who have none. */
  readonly toItemId: number
  readonly password: string
}
interface Call {
  readonly name: string
  readonly right: keyof typeof RIGHTS
  run(person: Person, scene: Scene): Promise<unknown>
}
const text = { pageTitle: 'Changed', pageContent: 'changed' }
const place = { catName: 'Changed', parentCatId: 0, sNumber: 1 }

const CALLS: readonly Call[] = [
  { name: '[API-023] item/info', right: 'viewItem', run: (who, { itemId }) => who.do(item.info, { itemId }) },
  { name: '[API-024] item/detail', right: 'manage', run: (who, { itemId }) => who.do(item.detail, { itemId }) },
  {
    name: '[API-026] item/update',
    right: 'manage',
    run: (who, { itemId }) => who.do(item.update, { itemId, itemName: 'Changed' }),
  },
  {
    name: '[API-027] item/delete',
    right: 'own',
    run: (who, { itemId, password }) => who.do(item.delete, { itemId, password }),
  },
  {
    name: '[API-032] item/search',
    right: 'viewLogin',
    run: (who, { itemId }) => who.do(item.search, { itemId, keyword: 'word' }),
  },
  {
    name: '[ADD-12] item/add, copying',
    right: 'editItem',
    run: (who, { itemId }) => who.do(item.add, { itemName: 'Copy', copyItemId: itemId }),
  },
  { name: '[API-040] page/info', right: 'view', run: (who, { pageId }) => who.do(page.info, { pageId }) },
  { name: 'page/view', right: 'view', run: (who, { pageId }) => who.do(page.view, { pageId }) },
  { name: '[API-042] page/history', right: 'view', run: (who, { pageId }) => who.do(page.history, { pageId }) },
  {
    name: '[API-050] page/diff',
    right: 'view',
    run: (who, { pageId, pageHistoryId }) => who.do(page.diff, { pageId, pageHistoryId }),
  },
  {
    name: '[API-043] page/updateHistoryComments',
    right: 'edit',
    run: (who, { pageId, pageHistoryId }) =>
      who.do(page.commentVersion, { pageId, pageHistoryId, pageComments: 'noted' }),
  },
  {
    name: 'page/restoreHistory',
    right: 'edit',
    run: (who, { pageId, pageHistoryId }) => who.do(page.restore, { pageId, pageHistoryId }),
  },
  { name: '[API-044] page/delete', right: 'edit', run: (who, { pageId }) => who.do(page.delete, { pageId }) },
  {
    name: '[API-046] page/sort',
    right: 'edit',
    run: (who, { itemId, pageId }) => who.do(page.setOrder, { itemId, pages: { [pageId]: 1 } }),
  },
  { name: '[API-047] page/save', right: 'edit', run: (who, { pageId }) => who.do(page.save, { pageId, ...text }) },
  {
    name: '[API-047] page/save of a new page',
    right: 'edit',
    run: (who, { itemId, catId }) => who.do(page.save, { itemId, catId, ...text }),
  },
  {
    name: '[API-059] catalog/catListGroup',
    right: 'viewLogin',
    run: (who, { itemId }) => who.do(catalog.listTree, { itemId }),
  },
  {
    name: '[API-060] catalog/catListName',
    right: 'viewLogin',
    run: (who, { itemId }) => who.do(catalog.listNames, { itemId }),
  },
  {
    name: '[API-061] catalog/getPagesBycat',
    right: 'edit',
    run: (who, { itemId, catId }) => who.do(catalog.pages, { itemId, catId }),
  },
  {
    name: '[API-062] catalog/save',
    right: 'edit',
    run: (who, { itemId, catId }) => who.do(catalog.save, { itemId, catId, catName: 'Changed' }),
  },
  {
    name: '[API-063] catalog/delete',
    right: 'edit',
    run: (who, { itemId, catId }) => who.do(catalog.delete, { itemId, catId }),
  },
  {
    name: '[API-064] catalog/batUpdate',
    right: 'editItem',
    run: (who, { itemId, catId }) => who.do(catalog.updateAll, { itemId, cats: [{ catId, ...place }] }),
  },
  {
    name: '[API-065] catalog/copy',
    right: 'editItem',
    run: (who, { catId, toItemId }) => who.do(catalog.copy, { catId, toItemId }),
  },
]

const PASSWORD = 'open sesame'

/** An item as this role finds it, with a catalog and in it a page that has a version. */
async function sceneFor(all: World, role: Role): Promise<{ person: Person; scene: Scene }> {
  const isOpen = role.endsWith(', open')
  const made = await all.addItem(isOpen ? {} : { visitPassword: PASSWORD })
  const [target, another] = [await all.addCatalog(made), await all.addCatalog(made)]
  const { id: pageId } = await all.addPage(made, { catalogId: target.id })
  await all.owner.do(page.save, { pageId, pageTitle: 'Welcome', pageContent: 'second' })
  const [version] = await all.owner.do(page.history, { pageId })
  const person = await personAs(all, role, made.id)
  if (role === 'editor of the catalog') await all.addMember(made, person, 'editor', target.id)
  if (role === 'editor of another catalog') await all.addMember(made, person, 'editor', another.id)
  if (role.endsWith(', passed')) await person.do(item.enterPassword, { itemId: made.id, password: PASSWORD })
  const toItemId = person.user ? (await person.do(item.add, { itemName: 'Own' })).itemId : made.id
  const pageHistoryId = version?.pageHistoryId ?? 0
  return {
    person,
    scene: { itemId: made.id, catId: target.id, pageId, pageHistoryId, toItemId, password: all.password },
  }
}

function personAs(all: World, role: Role, itemId: number): Person | Promise<Person> {
  if (role.startsWith('visitor')) return new Person(all.product, null)
  // Somebody new each time: a passed visit password stays with the account.
  if (role.startsWith('stranger') || role.includes('catalog')) return all.addUser(`someone${itemId}`)
  const members: Readonly<Record<string, Person>> = {
    reader: all.reader,
    editor: all.editor,
    manager: all.manager,
    owner: all.owner,
    administrator: all.admin,
  }
  const member = members[role]
  if (!member) throw new Error(`nobody plays ${role}`)
  return member
}

/** All that a refused call could have changed. */
const keptOf = async ({ product: { database } }: World, { itemId, toItemId, pageId }: Scene) => [
  (await database.access.ofItem(itemId, null))?.item,
  await database.catalogs.ofItem(itemId),
  await database.pages.ofItem(itemId),
  await database.versions.ofPage(pageId),
  await database.catalogs.ofItem(toItemId),
]

const codes: Readonly<Record<string, number>> = { nothing: 0, ...ERROR_CODES }

describe('[PERM-03] [PERM-07] [PERM-14] who may do what, a refusal changing nothing', () => {
  it.each(CALLS)('$name', async ({ right, run }) => {
    const all = await world()

    const answers: Record<string, number | undefined> = {}
    for (const role of ROLES) {
      const { person, scene } = await sceneFor(all, role)
      const before = await keptOf(all, scene)
      answers[role] = codes[await outcomeOf(run(person, scene))]
      if (answers[role] !== 0) expect(await keptOf(all, scene), `refused as ${role}`).toEqual(before)
    }

    expect(answers).toEqual(Object.fromEntries(ROLES.map((role, index) => [role, RIGHTS[right][index]])))
  })
})
