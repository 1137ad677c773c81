import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { articles } = coreOperations.export

it('[EXP-09] the articles of an item come in the order they are asked for, without what is deleted or not its own', async () => {
  const { owner, addItem, addPage, product, clock } = await world()
  const [item, other] = [await addItem(), await addItem()]
  const first = await addPage(item, { title: 'First', content: '# One' })
  const second = await addPage(item, { title: 'Second', content: '<script>alert(1)</script>two' })
  const gone = await addPage(item, { title: 'Gone' })
  const foreign = await addPage(other, { title: 'Foreign' })
  await product.database.pages.recycle(gone.id, owner.id, clock.now())
  const pageIds = [second.id, gone.id, foreign.id, first.id, 2_000_000_000]

  const found = await owner.do(articles, { itemId: item.id, pageIds })

  expect(found.asked).toBe(5)
  expect(found.articles.map(({ pageTitle }) => pageTitle)).toEqual(['Second', 'First'])
  expect(found.articles[0]?.html).not.toContain('<script')
  expect(found.articles[1]?.html).toContain('One</h1>')
})

it('[EXP-08] articles of an item are for those who may take its pages along, and of one catalog for its members', async () => {
  const { reader, visitor, addUser, addItem, addCatalog, addPage, addMember } = await world()
  const item = await addItem()
  const [inside, outside] = [await addCatalog(item), await addCatalog(item)]
  const own = await addPage(item, { catalogId: inside.id, content: 'own' })
  const foreign = await addPage(item, { catalogId: outside.id, content: 'foreign' })
  const atRoot = await addPage(item, { content: 'at the root' })
  const input = { itemId: item.id, pageIds: [own.id, foreign.id, atRoot.id] }
  const limited = await addUser('lena')
  await addMember(item, limited, 'editor', inside.id)

  expect(await outcomeOf(reader.do(articles, input))).toBe('notAllowed')
  expect(await outcomeOf(visitor.do(articles, input))).toBe('loginRequired')
  expect((await limited.do(articles, input)).articles.map(({ pageId }) => pageId)).toEqual([own.id])
})

it('an answer ends where it would become too large, and says how far it came', async () => {
  const { owner, addItem, addPage } = await world()
  const item = await addItem()
  const long = 'a long line of text '.repeat(55_000)
  const pages = [await addPage(item, { content: long }), await addPage(item, { content: long }), await addPage(item)]
  const pageIds = pages.map(({ id }) => id)

  const begun = await owner.do(articles, { itemId: item.id, pageIds })
  const rest = await owner.do(articles, { itemId: item.id, pageIds: pageIds.slice(begun.asked) })

  expect(begun.asked).toBeLessThan(pageIds.length)
  expect(begun.articles.length + rest.articles.length).toBe(pageIds.length)
})
