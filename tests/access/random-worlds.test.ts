import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { can, resolveAccess, type Access } from '#core/access/access.ts'
import { placeOf } from '#core/access/doors.ts'
import { topOf } from '#core/catalog/catalog.ts'
import { coreOperations } from '#core/operations.ts'
import type { Person } from '#tests/support/people.ts'
import { world, type World } from '#tests/support/world.ts'
import { built, NEEDLE, type BuiltCrowd, type BuiltItem } from './random-crowds.ts'
import { crowds } from './random-worlds.ts'

const { item: items, catalog } = coreOperations
const WORLDS = 1_000
/** In one crowd, so that a question about all items of a person is asked once for many of them. */
const ITEMS = 50
// Another one in each run; `WORLDS_SEED` repeats a run.
const SEED = Number(process.env['WORLDS_SEED'] ?? Date.now() % 1_000_000)

/** By the facts of the random world alone; the database is not asked. */
function accessIn({ item, random, grantsOf }: BuiltItem, at: number, { id, account }: Person): Access {
  const actor = { kind: 'user', id, isAdmin: account.isAdmin } as const
  return resolveAccess({ item, actor, grants: grantsOf(at), hasPassed: random.passed.includes(at) })
}

/** What was given to a person alone, not by a team: lists and searches over all items go by that. */
const ownPart = (access: Access): Access => ({
  ...access,
  rights: access.rights.filter(({ from }) => from === 'owner' || from === 'membership' || from === 'team'),
})

/** A member of some catalogs is shown what the membership lets them read, also where everybody may read (D36). */
function shownPart(access: Access): Access {
  const given = access.rights.filter(({ from }) => from !== 'openItem' && from !== 'visitPassword')
  return given.length > 0 ? { ...access, rights: given } : access
}

const readable = (access: Access, { pages }: BuiltItem): string[] =>
  [...pages].filter(([, { topCatalogId }]) => can(access, 'read', placeOf(topCatalogId))).map(([title]) => title)

it(`lists, searches and menus show what decide() allows, in ${WORLDS} random worlds (seed ${SEED})`, async () => {
  const place = await world({ fresh: true })
  const check = async (crowd: BuiltCrowd): Promise<void> => {
    for (const [at, person] of crowd.people.entries()) await expectWide(place, crowd, at, person)
    for (const each of crowd.items) await expectInside(crowd, each)
  }
  const property = fc.asyncProperty(crowds(ITEMS), async (crowd) => check(await built(place, crowd)))

  // A smaller world would take another hundred questions; the seed and the item are enough to find the fault.
  await fc.assert(property, { seed: SEED, numRuns: WORLDS / ITEMS, endOnFailure: true })
  await place.close()
}, 240_000)

/** The list of a person, and what they find in all items of it. */
async function expectWide({ product }: World, crowd: BuiltCrowd, at: number, person: Person): Promise<void> {
  const parts = crowd.items.map((built) => ({ built, access: ownPart(accessIn(built, at, person)) }))
  const list = await person.do(items.list, {})
  const found = await product.database.search.find([NEEDLE], { userId: person.id }, 10_000)

  const mine = parts.filter(({ access }) => can(access, 'read', 'somewhere'))
  expect(list.map(({ itemId }) => itemId).toSorted()).toEqual(mine.map(({ built }) => built.item.id).toSorted())
  for (const { built } of mine) {
    const access = accessIn(built, at, person)
    const row = list.find(({ itemId }) => itemId === built.item.id)
    expect([row?.canEdit, row?.canManage], built.item.name).toEqual([
      can(access, 'edit', 'somewhere'),
      can(access, 'manage'),
    ])
  }
  expect(found.map(({ title }) => title).toSorted()).toEqual(
    parts.flatMap(({ built, access }) => readable(access, built)).toSorted(),
  )
}

/** The menu, the catalogs and the search of one item, for one person. */
async function expectInside({ people }: BuiltCrowd, built: BuiltItem): Promise<void> {
  const at = built.random.visitor
  const person = people[at]
  if (!person) throw new Error('nobody looks')
  const itemId = built.item.id
  const access = accessIn(built, at, person)
  if (!can(access, 'read', 'somewhere')) {
    await expect(person.do(items.info, { itemId }), built.item.name).rejects.toMatchObject({ kind: 'itemClosed' })
    return
  }
  const shown = shownPart(access)
  const { menu, canEdit, canManage } = await person.do(items.info, { itemId })
  const names = await person.do(catalog.listNames, { itemId })
  const { pages } = await person.do(items.search, { itemId, keyword: NEEDLE })

  const due = readable(shown, built).toSorted()
  expect(titlesIn(menu).toSorted(), built.item.name).toEqual(due)
  expect(pages.map(({ pageTitle }) => pageTitle).toSorted(), built.item.name).toEqual(due)
  expect([canEdit, canManage]).toEqual([can(access, 'edit', 'somewhere'), can(access, 'manage')])
  const isShown = (id: number): boolean => can(shown, 'read', { topCatalogId: topOf(built.catalogs, id) })
  expect(names.map(({ catalogId }) => catalogId).toSorted(), built.item.name).toEqual(
    built.catalogs
      .map(({ id }) => id)
      .filter(isShown)
      .toSorted(),
  )
}

interface Level {
  readonly pages: readonly { readonly pageTitle: string }[]
  readonly catalogs: readonly Level[]
}
const titlesIn = ({ pages, catalogs }: Level): string[] => [
  ...pages.map(({ pageTitle }) => pageTitle),
  ...catalogs.flatMap(titlesIn),
]
