import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { writeSettings } from '#core/settings.ts'
import { catalogOperations } from '#core/catalog/operations.ts'
import { itemOperations } from '#core/item/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { recycleOperations } from '#core/recycle/operations.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { world, type World } from '#tests/support/world.ts'

const MEGABYTE = 1024 * 1024
const text = (bytes: number): string => 'x'.repeat(bytes)
type Limits = { readonly textMegabytesPerPerson?: number; readonly textMegabytesPerItem?: number }

async function limited(limits: Limits, given?: OpenDatabase): Promise<World> {
  const database = given ?? (await emptyDatabase())
  onTestFinished(database.close)
  const made = await world({ database })
  await writeLimits(made, limits)
  return made
}
const writeLimits = ({ product }: World, limits: Limits): Promise<void> =>
  writeSettings(product.database, siteSettings, { textMegabytesPerPerson: 0, textMegabytesPerItem: 0, ...limits })
const newPage = (itemId: number, pageContent: string) => ({ itemId, pageTitle: 'New', pageContent })

describe('the limit of texts', () => {
  it('of an item refuses further pages of anybody, and of a person in any item', async () => {
    const { editor, manager, addItem } = await limited({ textMegabytesPerItem: 1 })
    const [item, other] = [await addItem(), await addItem()]
    await editor.do(pageOperations.save, newPage(item.id, text(MEGABYTE - 10)))

    expect(await outcomeOf(manager.do(pageOperations.save, newPage(item.id, text(11))))).toBe('itemFull')
    expect(await outcomeOf(manager.do(pageOperations.save, newPage(item.id, text(10))))).toBe('nothing')
    expect(await outcomeOf(manager.do(pageOperations.save, newPage(other.id, text(11))))).toBe('nothing')

    const strict = await limited({ textMegabytesPerPerson: 1 })
    const items = [await strict.addItem(), await strict.addItem()]
    await strict.editor.do(pageOperations.save, newPage(items[0]?.id ?? 0, text(MEGABYTE)))
    const more = strict.editor.do(pageOperations.save, newPage(items[1]?.id ?? 0, 'x'))
    expect(await outcomeOf(more)).toBe('tooMuchText')
    expect(await outcomeOf(strict.manager.do(pageOperations.save, newPage(items[0]?.id ?? 0, 'x')))).toBe('nothing')
  })

  it('counts versions and the recycle bin, for a text that is saved again and again', async () => {
    const { editor, addItem } = await limited({ textMegabytesPerPerson: 1 })
    const item = await addItem()
    const { pageId } = await editor.do(pageOperations.save, newPage(item.id, text(300_000)))
    for (const end of 'ab') {
      const pageContent = text(300_000) + end
      await editor.do(pageOperations.save, { pageId, pageTitle: 'New', pageContent })
    }

    const again = { pageId, pageTitle: 'New', pageContent: text(300_000) }
    expect(await outcomeOf(editor.do(pageOperations.save, again))).toBe('tooMuchText')
    await editor.do(pageOperations.delete, { pageId })
    expect(await outcomeOf(editor.do(pageOperations.save, newPage(item.id, text(300_000))))).toBe('tooMuchText')
  })

  it('refuses copies of items and catalogs, and the return to a former version', async () => {
    const { editor, manager, owner, addItem, addCatalog } = await limited({ textMegabytesPerPerson: 1 })
    const item = await addItem()
    const catalog = await addCatalog(item)
    const { pageId } = await editor.do(pageOperations.save, {
      ...newPage(item.id, text(400_000)),
      catalogId: catalog.id,
    })
    await editor.do(pageOperations.save, { pageId, pageTitle: 'New', pageContent: text(400_001) })
    const copy = { itemName: 'Copy', copyItemId: item.id }
    const copyBelow = { catalogId: catalog.id, toParentId: 0, toItemId: item.id }
    const [version] = await editor.do(pageOperations.history, { pageId })

    expect(await outcomeOf(editor.do(itemOperations.add, copy))).toBe('tooMuchText')
    expect(await outcomeOf(editor.do(catalogOperations.copy, copyBelow))).toBe('tooMuchText')
    const restored = editor.do(pageOperations.restore, { pageId, versionId: version?.versionId ?? 0 })
    expect(await outcomeOf(restored)).toBe('tooMuchText')
    expect(await outcomeOf(manager.do(catalogOperations.copy, copyBelow))).toBe('nothing')
    expect(await outcomeOf(owner.do(itemOperations.add, copy))).toBe('nothing')
  })

  it('lets whoever is above it delete, take away and take back', async () => {
    const above = await limited({})
    const { editor, manager, owner, clock, password, addItem } = above
    const item = await addItem()
    const pageIds: number[] = []
    for (const end of 'ab')
      pageIds.push((await manager.do(pageOperations.save, newPage(item.id, text(MEGABYTE) + end))).pageId)
    await writeLimits(above, { textMegabytesPerPerson: 1, textMegabytesPerItem: 1 })
    // What was counted is remembered for a moment.
    clock.advance(10_000)
    const [first = 0, second = 0] = pageIds
    expect(await outcomeOf(manager.do(pageOperations.save, newPage(item.id, 'x')))).toBe('itemFull')

    await manager.do(pageOperations.delete, { pageId: first })
    await manager.do(recycleOperations.recover, { itemId: item.id, pageId: first })
    await editor.do(pageOperations.delete, { pageId: second })
    await owner.do(itemOperations.delete, { itemId: item.id, password })

    const own = await addItem()
    expect(await outcomeOf(manager.do(pageOperations.save, newPage(own.id, 'x')))).toBe('nothing')
  })

  it('lets files in no more once the texts of a person have used up their room', async () => {
    const { editor, services, addItem } = await limited({ textMegabytesPerPerson: 1 })
    const item = await addItem()
    const { pageId } = await editor.do(pageOperations.save, newPage(item.id, text(MEGABYTE)))
    const file = await services.incoming.receive('notes.txt', Readable.from(['notes']), 1_000)

    expect(await outcomeOf(editor.do(attachmentOperations.upload, { file, pageId, itemId: item.id }))).toBe(
      'tooMuchText',
    )
  })

  it.skipIf(POSTGRES_URL === undefined)(
    'is never passed by eight who save and copy at once on PostgreSQL, and none of them fails in another way',
    async () => {
      const database = await emptyServerDatabase()
      const made = await limited({ textMegabytesPerItem: 1, textMegabytesPerPerson: 2 }, database)
      const { editor, manager, owner, addItem, addCatalog } = made
      const item = await addItem()
      const source = await addItem()
      const catalog = await addCatalog(source)
      await owner.do(pageOperations.save, { ...newPage(source.id, text(150_000)), catalogId: catalog.id })
      const copy = { catalogId: catalog.id, toParentId: 0, toItemId: item.id }

      const people = [editor, manager]
      const saves = Array.from({ length: 16 }, (_, number) =>
        untilDecided(() => people[number % 2]!.do(pageOperations.save, newPage(item.id, text(150_000)))),
      )
      const copies = people.map((person) => untilDecided(() => person.do(catalogOperations.copy, copy)))
      const outcomes = await Promise.all([...saves, ...copies])

      const kept = await database.textBytes.ofItem(item.id)
      expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(6)
      expect(outcomes.filter((outcome) => outcome === 'itemFull')).toHaveLength(12)
      expect(kept).toBe(6 * 150_000)
    },
  )
})

/** Whoever is told that the server is busy asks again. */
async function untilDecided(work: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const outcome = await outcomeOf(work())
    if (outcome !== 'busy') return outcome
  }
}
