import { afterAll, expect, it } from 'vitest'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { recycleOperations } from '#core/recycle/operations.ts'
import { Chance } from '#tests/simulation/chance.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { CONNECTABLE, twoConnections, type TwoConnections } from '#tests/support/two-connections.ts'
import { world } from '#tests/support/world.ts'

const opened: TwoConnections[] = []
afterAll(async () => {
  for (const each of opened) await each.drop()
})

interface Level {
  readonly pages: readonly { readonly pageId: number }[]
  readonly catalogs: readonly (Level & { readonly catalogId: number })[]
}
const everything = ({ pages, catalogs }: Level): readonly string[] => [
  ...pages.map(({ pageId }) => `page ${pageId}`),
  ...catalogs.flatMap((catalog) => [`catalog ${catalog.catalogId}`, ...everything(catalog)]),
]
const depthOf = ({ catalogs }: Level): number => Math.max(0, ...catalogs.map((catalog) => 1 + depthOf(catalog)))

it.each(CONNECTABLE)(
  'a tree that several people move about at once has everything once, and no loop (%s)',
  async (kind) => {
    const connections = await twoConnections[kind]()
    opened.push(connections)
    const here = await world({ database: connections.database })
    const people = [here.editor, here.manager, here.owner].flatMap((person) => [
      person,
      new Person({ ...here.product, database: connections.other }, person.account),
    ])
    const item = await here.addItem()
    const catalogs: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) catalogs.push((await here.addCatalog(item, { name })).id)
    const pages: number[] = []
    for (let made = 0; made < 8; made += 1) pages.push((await here.addPage(item)).id)
    const all = [...catalogs.map((id) => `catalog ${id}`), ...pages.map((id) => `page ${id}`)].toSorted()
    const chance = new Chance(20_261)

    for (let round = 0; round < 10; round += 1) {
      const texts = new Map<number, string>()
      const outcomes = await Promise.all(
        people.map((person, at) => {
          const pageId = chance.of(pages)
          if (at === 0) {
            texts.set(pageId, `written in round ${round}`)
            const saved = { pageId, pageTitle: `Page ${pageId}`, pageContent: `written in round ${round}` }
            return outcomeOf(person.do(pageOperations.save, saved))
          }
          if (at === 1) return outcomeOf(person.do(recycleOperations.deleteSeveral, { itemId: item.id, pageIds: [] }))
          const isCatalog = chance.happens(0.5)
          const move = {
            kind: isCatalog ? ('catalog' as const) : ('page' as const),
            id: isCatalog ? chance.of(catalogs) : pageId,
            into: chance.happens(0.3) ? 0 : chance.of(catalogs),
          }
          return outcomeOf(person.do(catalogOperations.arrange, { itemId: item.id, moves: [move] }))
        }),
      )

      expect(outcomes.filter((outcome) => !MAY_HAPPEN.includes(outcome))).toEqual([])
      const { menu } = await here.owner.do(itemOperations.info, { itemId: item.id })
      expect(everything(menu).toSorted()).toEqual(all)
      expect(depthOf(menu)).toBeLessThanOrEqual(3)
      for (const [pageId, text] of texts)
        if (outcomes[0] === 'nothing')
          expect((await here.owner.do(pageOperations.info, { pageId })).pageContent).toBe(text)
    }
  },
)

/** Everything else would be a fault: nobody may be refused for the moment at which they moved something. */
const MAY_HAPPEN = ['nothing', 'catalogLoop', 'catalogTooDeep', 'invalidInput']
