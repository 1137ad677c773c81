import { bind, putMember } from '#tests/support/teams.ts'
import type { Grant } from '#core/member/membership.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import type { New } from '#core/new.ts'
import type { Store } from '#core/ports/store.ts'
import type { Person } from '#tests/support/people.ts'
import type { World } from '#tests/support/world.ts'
import { PEOPLE, type Crowd, type GivenRole, type RandomItem } from './random-worlds.ts'

/** Occurs in every page. */
export const NEEDLE = 'needle'

/** An item as it stands in the database after all that happened to it. */
export interface BuiltItem {
  readonly random: RandomItem
  readonly item: Item
  /** Those that are left. */
  readonly catalogs: readonly Catalog[]
  /** One in the root and one in every catalog; by title, with the first-level catalog each lies below. */
  readonly pages: ReadonlyMap<string, { readonly id: number; readonly topCatalogId: number | null }>
  /** What each person was given and still has, reckoned without the database. */
  grantsOf(person: number): readonly Grant[]
}
export interface BuiltCrowd {
  readonly people: readonly Person[]
  readonly items: readonly BuiltItem[]
}

let crowds = 0

/** Puts a crowd into the database. */
export async function built(world: World, crowd: Crowd): Promise<BuiltCrowd> {
  const number = (crowds += 1)
  const people: Person[] = []
  for (let at = 0; at < PEOPLE; at += 1) people.push(await world.addUser(`crowd${number}n${at}`, { isAdmin: at === 0 }))
  return world.product.database.transaction(async (store) => {
    const teams: number[] = []
    for (const [at, members] of crowd.teams.entries())
      teams.push(await addTeam(store, `${number}.${at}`, people, members))
    const items: BuiltItem[] = []
    for (const [at, random] of crowd.items.entries())
      items.push(await addItem({ store, world, crowd, people, teams }, random, `${number}x${at}`))
    await leave(store, teams[crowd.left.team] ?? 0, idOf(people, crowd.left.person))
    return { people, items }
  })
}

interface Setting {
  readonly store: Store
  readonly world: World
  readonly crowd: Crowd
  readonly people: readonly Person[]
  readonly teams: readonly number[]
}
const AT = new Date('2026-03-01T08:00:00Z')
const idOf = (people: readonly Person[], at: number): number => people[at]?.id ?? 0

async function addTeam(store: Store, name: string, people: readonly Person[], members: readonly number[]) {
  const { id: teamId } = await store.teams.insert({ name, ownerId: idOf(people, 0), createdAt: AT })
  for (const at of members)
    await putMember(store.teams, { teamId, userId: idOf(people, at), role: 'member', addedAt: AT })
  return teamId
}

async function leave(store: Store, teamId: number, userId: number): Promise<void> {
  const membership = (await store.teams.membersOf(teamId)).find((member) => member.userId === userId)
  if (membership) await store.teams.removeMember(membership.id)
}

async function addItem(setting: Setting, random: RandomItem, name: string): Promise<BuiltItem> {
  const { store, people } = setting
  const item = await store.items.insert(itemOf(random, name, idOf(people, random.owner)))
  const { id: itemId } = item
  const first = await store.catalogs.insert(catalogOf(itemId, null, 0))
  const second = await store.catalogs.insert(catalogOf(itemId, null, 1))
  const below = await store.catalogs.insert(catalogOf(itemId, first.id, 2))
  await store.pages.insertAll(
    [null, first.id, second.id, below.id].map((id, at) => pageOf(itemId, id, `${name}p${at}`)),
  )
  await give(setting, random, itemId, [first.id, second.id])
  const catalogs = await lose(store, random, [first, second, below])
  const heads = await store.pages.headsOf(itemId)
  const topIds = new Map(catalogs.map((catalog) => [catalog.id, topIdOf(catalogs, catalog)]))
  const pages = heads.map(({ id, title, catalogId }) => {
    return [title, { id, topCatalogId: catalogId === null ? null : (topIds.get(catalogId) ?? null) }] as const
  })
  const isTop = (id: number): boolean => topIds.get(id) === id
  return {
    random,
    item,
    catalogs,
    pages: new Map(pages),
    grantsOf: (at) => grantsLeft(setting, random, at, [first.id, second.id], isTop),
  }
}

const itemOf = (random: RandomItem, name: string, ownerId: number): New<Item> => ({
  name,
  description: '',
  domain: null,
  type: random.isUntouchable ? 'runapi' : 'regular',
  ownerId,
  // Nobody types it here: who gave it is remembered.
  visitPassword: random.isPrivate ? { sealed: 's', digest: 'd' } : null,
  isMembersOnly: false,
  visitGeneration: 1,
  isArchived: random.isArchived,
  globalParams: { query: [], body: [], header: [] },
  createdAt: AT,
  updatedAt: AT,
})
const catalogOf = (itemId: number, parentId: number | null, order: number): New<Catalog> => ({
  ...{ itemId, parentId, order, name: `catalog ${order}` },
  level: parentId === null ? 1 : 2,
})
const pageOf = (itemId: number, catalogId: number | null, title: string): New<Page> => ({
  ...{ itemId, catalogId, title, content: `${NEEDLE} ${title}`, order: 99, authorId: 1, revision: 1 },
  ...{ createdAt: AT, savedAt: AT, deletion: null },
})

async function give(
  { store, crowd, people, teams }: Setting,
  random: RandomItem,
  itemId: number,
  tops: readonly number[],
): Promise<void> {
  const right = (userId: number, { role, catalog }: GivenRole) => ({
    ...{ itemId, userId, role, addedAt: AT },
    catalogId: catalog === null ? null : (tops[catalog] ?? null),
  })
  for (const [at, given] of random.members) await store.members.put(right(idOf(people, at), given))
  for (const at of random.passed) await store.items.rememberPass(idOf(people, at), itemId, 1)
  for (const [team, grants] of random.bindings) {
    const teamId = teams[team] ?? 0
    const { id } = await bind(store.teams, { teamId, itemId, addedAt: AT })
    const members = [...grants].filter(([at]) => crowd.teams[team]?.includes(at))
    await store.teams.putGrants(
      members.map(([at, given]) => ({ teamId, givenBy: null, ...right(idOf(people, at), given) })),
    )
    if (random.unbound === team) await store.teams.unbind(id)
  }
}

/** The catalogs after one was deleted with what is below it, its pages too, or put below the other one. */
async function lose(store: Store, { lost }: RandomItem, all: readonly [Catalog, Catalog, Catalog]) {
  if (lost === null) return all
  const [first, second, below] = all
  const [gone, other] = lost.catalog === 0 ? [first, second] : [second, first]
  const subtree = gone === first ? [first, below] : [second]
  if (lost.isDeleted) {
    const ids = subtree.map(({ id }) => id)
    await store.pages.recycleIn(ids, 1, AT)
    await store.catalogs.deleteAll(ids)
    return all.filter((catalog) => !subtree.includes(catalog))
  }
  const moved = subtree.map((catalog, at): Catalog => ({
    ...catalog,
    parentId: at === 0 ? other.id : gone.id,
    level: at === 0 ? 2 : 3,
  }))
  await store.catalogs.updateAll(moved)
  return all.map((catalog) => moved.find(({ id }) => id === catalog.id) ?? catalog)
}

function topIdOf(catalogs: readonly Catalog[], { id, parentId }: Catalog): number {
  const parent = catalogs.find((catalog) => catalog.id === parentId)
  return parent ? topIdOf(catalogs, parent) : id
}

/** A role in a catalog counts as long as the catalog is one of the first level. */
function grantsLeft(
  { crowd, teams }: Setting,
  { members, bindings, unbound }: RandomItem,
  at: number,
  tops: readonly number[],
  isTop: (id: number) => boolean,
): readonly Grant[] {
  const grant = ({ role, catalog }: GivenRole, teamId: number | null): Grant => ({
    ...{ role, teamId },
    catalogId: catalog === null ? null : (tops[catalog] ?? 0),
  })
  const own = members.get(at)
  const isIn = (team: number): boolean =>
    crowd.teams[team]?.includes(at) === true && !(crowd.left.team === team && crowd.left.person === at)
  const byTeams = [...bindings].flatMap(([team, grants]) => {
    const given = grants.get(at)
    return given && team !== unbound && isIn(team) ? [grant(given, teams[team] ?? 0)] : []
  })
  return [...(own ? [grant(own, null)] : []), ...byTeams].filter(
    ({ catalogId }) => catalogId === null || isTop(catalogId),
  )
}
