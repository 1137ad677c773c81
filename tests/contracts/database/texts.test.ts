import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { AwaitedPageTexts } from '#server/compose/page-texts.ts'
import { memoryDatabase } from '#tests/support/database.ts'
import { checklist, checklistContributions, done, open } from '#tests/support/kinds/checklist.ts'
import { testServices } from '#tests/support/services.ts'
import { anItem, aPage, later, resaved } from './things.ts'

let database: OpenDatabase
const texts = new AwaitedPageTexts()
beforeAll(async () => {
  database = await memoryDatabase({ texts })
})
afterAll(() => database.close())

const hitsIn = (itemId: number, ...words: string[]) => database.search.find(words, { itemId, topCatalogIds: null }, 50)
const titlesIn = async (itemId: number, ...words: string[]): Promise<string> =>
  (await hitsIn(itemId, ...words)).map(({ title }) => title).join()

it('finds pages by what people read in them, also those that were saved before the kinds were known', async () => {
  const item = await anItem(database)
  const content = checklist(open('Say "hi"\nto 数据库'), done('Milk'))
  const early = await aPage(database, item.id, { title: 'early', content })
  expect(await titlesIn(item.id, 'milk')).toBe('early')

  texts.start(testServices({ contributes: await checklistContributions() }).services)
  const late = await aPage(database, item.id, { title: 'late', content, savedAt: later(1) })
  const { id, ...copied } = { ...late, title: 'copied', savedAt: later(2) }
  expect(await database.pages.insertAll([copied])).not.toContain(id)
  const plain = await aPage(database, item.id, { title: 'plain', content: 'checklist "done" text: say "hi"' })

  const all = 'copied,late,early'
  await vi.waitFor(async () => expect(await titlesIn(item.id, '"hi"', '数据库')).toBe(all), { timeout: 20_000 })
  expect(await titlesIn(item.id, 'milk')).toBe(all)
  expect(await titlesIn(item.id, 'done')).toBe('plain')
  expect(await titlesIn(item.id, 'checklist')).toBe('plain')
  expect((await hitsIn(item.id, 'milk'))[0]?.text).toBe('Say "hi"\nto 数据库\nMilk')
  expect((await hitsIn(item.id, 'say'))?.find(({ title }) => title === 'plain')?.text).toBe(plain.content)

  await database.pages.update(resaved(early, { content: 'no list any more: done' }), early.revision)
  await vi.waitFor(async () => expect(await titlesIn(item.id, 'done')).toBe('early,plain'), { timeout: 20_000 })
  expect(await titlesIn(item.id, 'milk')).toBe('copied,late')
})
