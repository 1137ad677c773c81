import { beforeAll, describe, expect, it } from 'vitest'
import { pageOperations } from '#core/page/operations.ts'
import { starOperations } from '#core/start/star-operations.ts'
import { MOST_STARS, starKey, starsIn } from '#core/start/star.ts'
import { visitOperations } from '#core/start/visit-operations.ts'
import { MOST_VISITS } from '#core/start/visit.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

let here: World
beforeAll(async () => {
  here = await world()
})
const idsOf = (pages: readonly { readonly pageId: number }[]) => pages.map(({ pageId }) => pageId)
const recent = (person: Person) => person.do(visitOperations.recent, {})
const visit = (person: Person, pageId: number, hasSaved = false) => {
  here.clock.advance(1_000)
  return person.do(visitOperations.noteVisit, { pageId, hasSaved })
}
/** Somebody with a part in a new private item, and two pages of it. */
async function part(username: string) {
  const person = await here.addUser(username)
  const item = await here.addItem({ visitPassword: 'sesame' })
  await here.addMember(item, person, 'editor')
  const [one, two] = [await here.addPage(item, { title: 'One' }), await here.addPage(item, { title: 'Two' })]
  return { person, item, one: one.id, two: two.id }
}

describe('stars', () => {
  it('are of one person alone, each once, and go when they are taken off', async () => {
    const { person, item, one } = await part('starry')
    await person.do(starOperations.add, { pageId: one })
    await person.do(starOperations.add, { pageId: one })
    await person.do(starOperations.add, { itemId: item.id })

    const { items, pages } = await person.do(starOperations.list, {})
    expect(items).toMatchObject([{ itemId: item.id, itemName: item.name }])
    expect(pages).toMatchObject([{ pageId: one, itemId: item.id, pageTitle: 'One', itemName: item.name }])
    expect(await here.editor.do(starOperations.list, {})).toEqual({ items: [], pages: [] })

    await person.do(starOperations.remove, { pageId: one })
    await person.do(starOperations.remove, { itemId: item.id })
    expect(await person.do(starOperations.list, {})).toEqual({ items: [], pages: [] })
  })

  it('are given only to what one may read, and to one thing at a time', async () => {
    const { item, one } = await part('other')
    const star = (input: object) => outcomeOf(here.stranger.do(starOperations.add, input))

    expect([await star({ pageId: one }), await star({ itemId: item.id })]).toEqual(['itemClosed', 'itemClosed'])
    expect([await star({}), await star({ pageId: one, itemId: item.id })]).toEqual(['invalidInput', 'invalidInput'])
    expect(await outcomeOf(here.visitor.do(starOperations.list, {}))).toBe('loginRequired')
  })

  it('show neither name nor title of what was taken from somebody, and show it again when it is given back', async () => {
    const { person, item, one } = await part('leaver')
    await person.do(starOperations.add, { pageId: one })
    await person.do(starOperations.add, { itemId: item.id })
    const { members } = here.product.database
    await members.remove(item.id, person.id)

    expect(await person.do(starOperations.list, {})).toEqual({ items: [], pages: [] })
    expect(await outcomeOf(person.do(starOperations.remove, { pageId: one }))).toBe('nothing')
    await here.addMember(item, person, 'reader')

    expect((await person.do(starOperations.list, {})).items).toHaveLength(1)
  })

  it('are refused beyond what one person may have', async () => {
    const { person, one } = await part('greedy')
    const { services, database } = here.product
    await database.transaction((store) =>
      starsIn({ store }).putAll(
        Array.from({ length: MOST_STARS }, (_, at) => ({
          key: starKey(person.id, 'page', at + 1_000_000),
          userId: person.id,
          at: services.clock.now(),
          data: { kind: 'page' } as const,
        })),
      ),
    )

    expect(await outcomeOf(person.do(starOperations.add, { pageId: one }))).toBe('tooMany')
  })
})

describe('what somebody did last', () => {
  it('is found again, the latest first, apart by reading and writing', async () => {
    const { person, one, two } = await part('walker')
    await visit(person, one, true)
    await visit(person, two)
    await visit(person, one)

    const { visited, edited } = await recent(person)

    expect([idsOf(visited), idsOf(edited)]).toEqual([[one, two], [one]])
    expect(await recent(here.stranger)).toMatchObject({ visited: [], edited: [] })
    expect(await outcomeOf(visit(here.stranger, one))).toBe('itemClosed')
  })

  it('is forgotten beyond the latest pages', async () => {
    const { person, item } = await part('runner')
    const { pages } = here.product.database
    const draft = { itemId: item.id, catalogId: null, title: 'P', content: '', order: 1, revision: 1 }
    const at = here.clock.now()
    for (let made = 0; made < MOST_VISITS + 5; made += 1) {
      const facts = { ...draft, authorId: person.id, savedAt: at, createdAt: at, deletion: null }
      await visit(person, (await pages.insert(facts)).id)
    }

    expect(await here.product.database.documents.collection('start.visit').count({ userId: person.id })).toBe(
      MOST_VISITS,
    )
  })

  it('has what others wrote in its items, and nothing of items or catalogs that are closed to it', async () => {
    const { person, item, one, two } = await part('lena')
    const catalog = await here.addCatalog(item, { name: 'Apart' })
    const limited = await here.addUser('limited')
    await here.addMember(item, limited, 'reader', catalog.id)
    const inside = await here.addPage(item, { title: 'Inside', catalogId: catalog.id })
    const save = (who: Person, pageId: number) =>
      who.do(pageOperations.save, {
        pageId,
        pageTitle: `By ${who.username}`,
        pageContent: `${here.clock.now().getTime()}`,
      })
    await save(here.owner, one)
    here.clock.advance(1_000)
    await save(person, two)
    here.clock.advance(1_000)
    await save(here.owner, inside.id)

    const { changed } = await recent(person)
    expect(changed.map(({ pageId, username }) => [pageId, username])).toEqual([
      [inside.id, here.owner.username],
      [one, here.owner.username],
    ])
    expect(idsOf((await recent(limited)).changed)).toEqual([inside.id])
    expect((await recent(here.stranger)).changed).toEqual([])
  })
})
