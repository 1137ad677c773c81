import { openSession } from '#core/account/sessions.ts'
import type { Item } from '#core/item/item.ts'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable } from '#core/operation.ts'
import type { Plugin } from '#core/plugin.ts'
import type { Store } from '#core/ports/store.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import type { Person } from '#tests/support/people.ts'
import type { Role } from './roles.ts'

/** An item with two first-level catalogs, a page in each and one in the root, as a call finds it. */
export interface Scene {
  readonly itemId: number
  readonly domain: string
  readonly visitPassword: string
  /** The catalog, the page and its version that the calls are about. */
  readonly catId: number
  readonly pageId: number
  readonly pageHistoryId: number
  readonly otherCatId: number
  /** The membership of somebody else. */
  readonly itemMemberId: number
  /** Somebody who is no member. */
  readonly freeUsername: string
  /** A page in the recycle bin. */
  readonly recycledId: number
  /** An item of the caller with a catalog; of the item's owner for visitors. */
  readonly ownItemId: number
  readonly ownCatId: number
  /** A template of the caller; of the item's owner for visitors. */
  readonly templateId: number
  /** Words that occur in this item and nowhere else. All begin with `PLANTED`. */
  readonly marks: { readonly item: string; readonly target: string; readonly other: string; readonly root: string }
}

/** Begins every word that only those may see who may see the item. */
export const PLANTED = 'planted'

/** The site with every plugin's operations. */
export async function everything(): Promise<{ readonly place: Site; readonly table: OperationTable }> {
  const plugins = (await Promise.all((await findSourcePlugins('plugins')).map(({ load }) => load()))) as Plugin[]
  const table: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations = {} } of plugins)
    for (const [group, added] of Object.entries(operations)) table[group] = { ...table[group], ...added }
  return { place: await site({ operations: table, hasLegibleCaptchas: true }), table }
}

let made = 0
/** A number nobody had before. */
const next = (): number => (made += 1)

/** A person with an account of his own; null for visitors. */
export async function playerOf(place: Site, role: Role): Promise<Person | null> {
  if (role.who === 'visitor') return null
  return place.world.addUser(`player${next()}`, { isAdmin: role.who === 'administrator' })
}

/** A new scene that this person finds in this role. */
export async function sceneFor(
  place: Site,
  role: Role,
  player: Person | null,
  facts: Partial<Item> = {},
): Promise<Scene> {
  const number = next()
  const mark = (place: string): string => `${PLANTED}${number}${place}`
  const marks = { item: mark('item'), target: mark('target'), other: mark('other'), root: mark('root') }
  const scene = { domain: `at${number}x`, visitPassword: `sesame ${number}`, marks }
  const owner = role.who === 'owner' && player ? player : place.world.owner
  return place.world.product.database.transaction(async (store) => {
    const itemId = await addItem(place, store, owner.id, scene, !role.isOpen, facts)
    const [catId, otherCatId] = [
      await addCatalog(store, itemId, marks.target),
      await addCatalog(store, itemId, marks.other),
    ]
    const pageId = await addPage(place, store, owner.id, itemId, catId, marks.target)
    await addPage(place, store, owner.id, itemId, otherCatId, marks.other)
    await addPage(place, store, owner.id, itemId, null, marks.root)
    const recycledId = await addPage(place, store, owner.id, itemId, null, marks.item)
    await store.pages.recycle(recycledId, owner.id, place.world.clock.now())
    const own = { name: 'own', domain: null, marks: { ...marks, item: 'own' } }
    const ownItemId = await addItem(place, store, (player ?? owner).id, { ...scene, ...own }, false, {})
    const ownCatId = await addCatalog(store, ownItemId, 'own')
    const template = await store.documents.collection('templates.template').put({
      userId: (player ?? owner).id,
      at: place.world.clock.now(),
      data: { title: 'own', content: 'own' },
    })
    const { id: itemMemberId } = await store.members.put({
      ...{ itemId, userId: place.world.reader.id, role: 'reader', catalogId: null },
      addedAt: place.world.clock.now(),
    })
    const [version] = await store.versions.ofPage(pageId)
    const freeUsername = place.world.stranger.username
    const ids = { itemId, catId, otherCatId, itemMemberId, pageId, recycledId, ownItemId, ownCatId }
    const full = { ...scene, ...ids, templateId: template.id, freeUsername }
    if (player) await admit(place, store, role, player, full)
    return { ...full, pageHistoryId: version?.id ?? 0 }
  })
}

/** The browser of this person, in which the visit password was given if the role says so. */
export async function browserOf(place: Site, role: Role, player: Person | null, scene: Scene): Promise<Browser> {
  const browser = place.browser()
  if (player) browser.cookies.set('token', await tokenOf(place, player))
  else if (role.hasPassed) await browser.post('item/pwd', { item_id: scene.itemId, password: scene.visitPassword })
  return browser
}

/** Logs in without the password, which takes its time. */
export async function tokenOf({ world: { product } }: Site, player: Person): Promise<string> {
  const ctx = { ...player.caller, store: product.database, services: product.services, audit: () => {} }
  return openSession(ctx, player.id)
}

/** All that a refused call could have changed. */
export const keptOf = async ({ world: { product } }: Site, { itemId, ownItemId, pageId }: Scene) => {
  const { access, members, catalogs, pages, versions, documents } = product.database
  return [
    (await access.ofItem(itemId, null))?.item,
    await members.ofItem(itemId),
    await catalogs.ofItem(itemId),
    await pages.ofItem(itemId),
    await pages.recycledIn(itemId),
    await versions.ofPage(pageId),
    await catalogs.ofItem(ownItemId),
    (await documents.collection('templates.share').find({ itemId })).list,
  ]
}

async function addItem(
  { world: { clock, services } }: Site,
  store: Store,
  ownerId: number,
  { domain, visitPassword, marks }: { domain: string | null; visitPassword: string; marks: { item: string } },
  isPrivate: boolean,
  facts: Partial<Item>,
): Promise<number> {
  const item = await store.items.insert({
    name: marks.item,
    description: '',
    domain,
    type: 'regular',
    ownerId,
    visitPassword: null,
    visitGeneration: 1,
    isArchived: false,
    globalParams: { query: [], body: [], header: [] },
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...facts,
  })
  if (!isPrivate) return item.id
  const { seals } = services
  const purpose = `item:${item.id}`
  const secret = { sealed: seals.seal(visitPassword, purpose), digest: seals.digest(visitPassword, purpose) }
  await store.items.update({ ...item, visitPassword: secret })
  return item.id
}

const addCatalog = async (store: Store, itemId: number, name: string): Promise<number> =>
  (await store.catalogs.insert({ itemId, parentId: null, name, level: 1, order: 99 })).id

/** A page that was saved twice. */
async function addPage(
  { world: { clock } }: Site,
  store: Store,
  authorId: number,
  itemId: number,
  catalogId: number | null,
  mark: string,
): Promise<number> {
  const text = { title: mark, content: `needle of ${mark}`, authorId, savedAt: clock.now() }
  const page = { ...text, itemId, catalogId, order: 99, revision: 2, createdAt: clock.now(), deletion: null }
  const { id: pageId } = await store.pages.insert(page)
  await store.versions.insert({ ...text, pageId, revision: 1, comment: '' })
  return pageId
}

async function admit(
  { world: { clock } }: Site,
  store: Store,
  { memberRole, limit, hasPassed }: Role,
  { id: userId }: Person,
  { itemId, catId, otherCatId }: Pick<Scene, 'itemId' | 'catId' | 'otherCatId'>,
): Promise<void> {
  if (hasPassed) await store.items.rememberPass(userId, itemId, 1)
  if (!memberRole) return
  const catalogId = limit === undefined ? null : limit === 'target' ? catId : otherCatId
  await store.members.put({ itemId, userId, role: memberRole, catalogId, addedAt: clock.now() })
}
