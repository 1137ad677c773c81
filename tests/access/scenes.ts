import { bind, putMember } from '#tests/support/teams.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { openSession } from '#core/account/sessions.ts'
import type { Updates } from '#core/ports/updates.ts'
import type { Item } from '#core/item/item.ts'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable } from '#core/operation.ts'
import { contextFor } from '#core/perform.ts'
import { keyOf, newPageLink } from '#core/page/link.ts'
import { exportFormats, type Plugin } from '#core/plugin.ts'
import type { Store } from '#core/ports/store.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'
import { site, type Browser, type Site, type SiteOptions } from '#tests/rest/harness.ts'
import { linesContribution } from '#tests/support/lines-format.ts'
import { listingPlugin } from '#tests/support/listing-format.ts'
import type { Person } from '#tests/support/people.ts'
import { rowsFor, type Rows } from './matrix.ts'
import type { Right, Role } from './roles.ts'
import type { Marks, Scene } from './scene.ts'
import { addFile } from './scene-files.ts'

/** Begins every word that only those may see who may see the item or the team. */
export const PLANTED = 'planted'

export interface Everything {
  readonly place: Site
  readonly table: OperationTable
  readonly rows: Rows
}
/** A site that could be updated. */
const UP_TO_DATE: Updates = {
  isOn: true,
  givenUp: null,
  newest: async () => null,
  download: async () => undefined,
  install: async () => undefined,
}

/**
 * The site with every plugin's operations, and what the matrix says of them.
 * @param options for the site
 */
export async function everything(options: SiteOptions = {}): Promise<Everything> {
  const plugins = (await Promise.all((await findSourcePlugins('plugins')).map(({ load }) => load()))) as Plugin[]
  const table: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations = {} } of plugins)
    for (const [group, added] of Object.entries(operations)) table[group] = { ...table[group], ...added }
  // Letters are left to jobs, which nobody runs here.
  const mail = new SmtpMail('smtp://127.0.0.1:1', 'https://docs.example.org')
  const formats = plugins.flatMap(({ contributes = [] }) =>
    contributes.filter(({ point }) => point.id === exportFormats.id),
  )
  const contributes = [...listingPlugin.contributes, linesContribution, ...formats]
  return {
    place: await site({
      operations: table,
      hasLegibleCaptchas: true,
      mail,
      updates: UP_TO_DATE,
      contributes,
      ...options,
    }),
    table,
    rows: rowsFor(table),
  }
}

let made = 0
/** A number nobody had before. */
const next = (): number => (made += 1)

/** A person with an account of their own; null for visitors. */
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
  const mark = (what: string): string => `${PLANTED}${number}${what}`
  const marks = {
    item: mark('item'),
    target: mark('target'),
    other: mark('other'),
    root: mark('root'),
    team: mark('team'),
  }
  const scene = { domain: `at${number}x`, visitPassword: `sesame ${number}`, marks }
  const { owner, editor: mate, stranger: outsider } = place.world
  const people = { mateUsername: mate.username, mateId: mate.id, freeUsername: outsider.username }
  const ownerId = role.ownsItem && player ? player.id : owner.id
  return place.world.product.database.transaction(async (store) => {
    const itemId = await addItem(place, store, ownerId, scene, !role.isOpen, facts)
    const catalogId = await addCatalog(store, itemId, marks.target)
    const otherCatalogId = await addCatalog(store, itemId, marks.other)
    const pages = await addPages(place, store, { itemId, catalogId, otherCatalogId, ownerId, marks })
    const commentId = await addComment(place, store, pages.pageId, mate.id)
    await addLockRequest(store, pages.pageId, mate.id, outsider.id)
    const own = await addOwnThings(place, store, player?.id ?? owner.id, scene)
    const files = await addFiles(place, store, { pageId: pages.pageId, marks }, player?.id ?? owner.id)
    const team = await addTeam(place, store, role, player, { itemId, catalogId, otherCatalogId, marks, mate, itemOwnerId: ownerId }) // prettier-ignore
    if (player && role.hasPassed) await store.items.rememberPass(player.id, itemId, 1)
    if (player && role.membership)
      await store.members.put({
        itemId,
        userId: player.id,
        ...rightIn({ catalogId, otherCatalogId }, role.membership, place),
      })
    return {
      ...scene,
      ...people,
      ownerId,
      itemId,
      catalogId,
      otherCatalogId,
      commentId,
      ...pages,
      ...own,
      ...files,
      ...team,
    }
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
  return openSession(
    contextFor(product, player.caller, () => {}, true),
    player.account,
    { by: 'password', proof: null },
  )
}

/** All that a refused call could have changed. */
export const keptOf = async ({ world: { product } }: Site, { itemId, ownItemId, pageId, teamId }: Scene) => {
  const { access, catalogs, pages, locks, attachments, versions, documents, members, teams } = product.database
  return [
    (await access.ofItem(itemId, null))?.item,
    await catalogs.ofItem(itemId),
    await pages.ofItem(itemId),
    await pages.recycledIn(itemId),
    await locks.ofItem(itemId),
    await versions.ofPage(pageId),
    (await access.ofPage(pageId, null))?.sealedKey,
    // Looking at a file counts.
    (await attachments.ofPage(pageId)).map((file) => ({ ...file, visits: 0 })),
    await catalogs.ofItem(ownItemId),
    (await documents.collection('templates.share').find({ itemId })).list,
    (await documents.collection('comments.comment').find({ pageId })).list,
    (await documents.collection('comments.allowance').find({ itemId })).list,
    await members.ofItem(itemId),
    await teams.byId(teamId),
    await teams.membersOf(teamId),
    await teams.itemsOf(teamId),
    await teams.grantsOn(teamId, itemId),
  ]
}

async function addItem(
  { world: { clock, services } }: Site,
  store: Store,
  ownerId: number,
  { domain, visitPassword, marks }: { domain: string | null; visitPassword: string; marks: Pick<Marks, 'item'> },
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
    isMembersOnly: false,
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

/** A page of each mark, of which that of the calls was saved twice, and one in the recycle bin. */
async function addPages(
  { world: { clock, services } }: Site,
  store: Store,
  {
    itemId,
    catalogId,
    otherCatalogId,
    ownerId,
    marks,
  }: Pick<Scene, 'itemId' | 'catalogId' | 'otherCatalogId' | 'marks'> & { readonly ownerId: number },
): Promise<Pick<Scene, 'pageId' | 'versionId' | 'uniqueKey' | 'recycledId'>> {
  const textOf = (mark: string) => ({
    title: mark,
    content: `needle of ${mark}`,
    authorId: ownerId,
    savedAt: clock.now(),
  })
  const rest = { itemId, order: 99, revision: 2, createdAt: clock.now(), deletion: null }
  const { id: pageId } = await store.pages.insert({ ...textOf(marks.target), ...rest, catalogId })
  await store.pages.insertAll([
    { ...textOf(marks.other), ...rest, catalogId: otherCatalogId },
    { ...textOf(marks.root), ...rest, catalogId: null },
  ])
  const { id: recycledId } = await store.pages.insert({ ...textOf(marks.item), ...rest, catalogId: null })
  await store.pages.recycle(recycledId, ownerId, clock.now())
  await store.versions.keep({ ...textOf(marks.target), pageId, catalogId, revision: 1, comment: '' }, 20)
  const [version] = await store.versions.ofPage(pageId)
  const { sealed } = await store.pageLinks.add(newPageLink(services, pageId), ownerId, clock.now())
  return { pageId, versionId: version?.id ?? 0, uniqueKey: keyOf(services, pageId, sealed), recycledId }
}

async function addFiles(
  place: Site,
  store: Store,
  { pageId, marks }: Pick<Scene, 'pageId' | 'marks'>,
  userId: number,
): Promise<Pick<Scene, 'fileId' | 'fileToken' | 'ownFileId'>> {
  const ownerId = place.world.editor.id
  const file = await addFile(place, store, { ownerId, pageId, displayName: `${marks.target}.txt` })
  const own = await addFile(place, store, { ownerId: userId, pageId: null, displayName: 'own.txt' })
  return { fileId: file.id, fileToken: file.token, ownFileId: own.id }
}

async function addOwnThings(
  place: Site,
  store: Store,
  userId: number,
  scene: Pick<Scene, 'visitPassword'>,
): Promise<Pick<Scene, 'ownItemId' | 'ownCatalogId' | 'templateId'>> {
  const own = { ...scene, domain: null, marks: { item: 'own' } }
  const ownItemId = await addItem(place, store, userId, own, false, {})
  const ownCatalogId = await addCatalog(store, ownItemId, 'own')
  const data = { title: 'own', content: 'own' }
  const template = { userId, at: place.world.clock.now(), data }
  const { id: templateId } = await store.documents.collection('templates.template').put(template)
  return { ownItemId, ownCatalogId, templateId }
}

/** The mate asked for the page while somebody wrote there who has gone since. */
async function addLockRequest(store: Store, pageId: number, mateId: number, userId: number): Promise<void> {
  const wish = { pageId, userId, tab: '', takesOver: false, baseRevision: null, idleMs: null }
  await store.locks.set({ ...wish, lockTo: null })
  await store.locks.ask(pageId, mateId)
  await store.locks.set({ ...wish, lockTo: 1_000 })
}

async function addComment({ world: { clock } }: Site, store: Store, pageId: number, authorId: number): Promise<number> {
  const data = {
    ...{ authorId, text: `${PLANTED} comment`, threadId: 0, anchor: null },
    ...{ isResolved: false, resolvedById: 0, editedAt: 0, isRemoved: false },
  }
  const { id } = await store.documents.collection('comments.comment').put({ pageId, at: clock.now(), data })
  return id
}

/** The team of the player, if they have one, or of the item's owner; the mate is in it, and in the item. */
async function addTeam(
  place: Site,
  store: Store,
  { inTeam, grant }: Role,
  player: Person | null,
  {
    itemId,
    mate,
    marks,
    itemOwnerId,
    ...catalogs
  }: Pick<Scene, 'itemId' | 'catalogId' | 'otherCatalogId' | 'marks'> & {
    readonly mate: Person
    readonly itemOwnerId: number
  },
): Promise<Pick<Scene, 'teamId' | 'teamMemberId' | 'teamItemId' | 'teamItemMemberId' | 'membershipId'>> {
  const { teams, members } = store
  const addedAt = place.world.clock.now()
  const ownerId = inTeam === 'owner' && player ? player.id : place.world.owner.id
  const { id: teamId } = await teams.insert({ name: marks.team, ownerId, createdAt: addedAt })
  const { id: teamMemberId } = await putMember(teams, { teamId, userId: mate.id, role: 'member', addedAt })
  const { id: teamItemId } = await bind(teams, { teamId, itemId, boundBy: itemOwnerId, addedAt })
  const isMember = player && (inTeam === 'member' || inTeam === 'admin')
  if (isMember) await putMember(teams, { teamId, userId: player.id, role: inTeam, addedAt })
  const mates = { teamId, itemId, userId: mate.id, role: 'editor', catalogId: null, givenBy: itemOwnerId, addedAt } as const // prettier-ignore
  const players =
    isMember && grant
      ? [{ teamId, itemId, userId: player.id, givenBy: itemOwnerId, ...rightIn(catalogs, grant, place) }]
      : []
  await teams.putGrants([mates, ...players])
  const teamItemMemberId = (await teams.grantsOn(teamId, itemId)).find(({ userId }) => userId === mate.id)?.id ?? 0
  const own = await members.put({ itemId, userId: mate.id, role: 'editor', catalogId: null, addedAt })
  return { teamId, teamMemberId, teamItemId, teamItemMemberId, membershipId: own.id }
}

const rightIn = (
  { catalogId, otherCatalogId }: Pick<Scene, 'catalogId' | 'otherCatalogId'>,
  { role, limit }: Right,
  place: Site,
) => ({
  role,
  catalogId: limit === undefined ? null : limit === 'target' ? catalogId : otherCatalogId,
  addedAt: place.world.clock.now(),
})
