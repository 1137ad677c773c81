import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { importSite, type ImportSite } from '#tests/support/import-site.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import type { World } from '#tests/support/world.ts'

describe.each(['embedded', 'PostgreSQL'] as const)('on %s one undo takes back an import', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('and nothing else:', () => {
    let here: ImportSite
    let world: World
    beforeAll(async () => {
      here = await importSite(engine)
      world = here.world
    })
    afterAll(() => here.close())

    it('two imports that are undone one after the other leave nothing', async () => {
      const item = await world.addItem()
      const first = await here.bring(world.editor, 'A: one', item)
      const second = await here.bring(world.editor, 'A: two', item)

      await here.undo(world.editor, second.importId)
      expect(await here.pagesOf(item.id)).toEqual(['A: one'])
      await here.undo(world.editor, first.importId)

      expect(await here.pagesOf(item.id)).toEqual([])
    })

    it('what was undone can be imported again, over what it had changed', async () => {
      const item = await world.addItem()
      await here.bring(world.editor, 'A: one', item)
      const { importId } = await here.bring(world.editor, 'A: two', item)
      await here.undo(world.editor, importId)

      const file = await here.received('A: two', 'pay.txt')
      const told = await world.editor.do(coreOperations.import.preview, { file, itemId: item.id })
      expect(told).toMatchObject({ changed: 1, kept: 0 })
      await here.bring(world.editor, 'A: two', item)

      expect(await here.pagesOf(item.id)).toEqual(['A: two'])
    })

    it('what people wrote between two imports is no more the words of an import when the second is undone', async () => {
      const item = await world.addItem()
      await here.bring(world.editor, 'A: one', item)
      const { id: pageId } = await here.pageNamed(item.id, 'A')
      const page = { pageId, itemId: item.id, pageTitle: 'A' }
      await world.editor.do(coreOperations.page.save, { ...page, pageContent: 'by hand' })
      const { importId } = await here.bring(world.editor, 'A: two', item)
      await here.undo(world.editor, importId)
      await here.bring(world.editor, 'A: three', item)

      expect(await here.pagesOf(item.id)).toEqual(['A: by hand'])
    })

    it('a page in which somebody writes keeps the undo from being used up on the others', async () => {
      const item = await world.addItem()
      await here.bring(world.editor, 'A: one\nB: one', item)
      const { importId } = await here.bring(world.editor, 'A: two\nB: two', item)
      const { id: pageId } = await here.pageNamed(item.id, 'A')
      await world.owner.do(coreOperations.page.setLock, { pageId, itemId: item.id })

      expect(await outcomeOf(here.undo(world.editor, importId))).toBe('pageLocked')
      expect(await here.pagesOf(item.id)).toEqual(['A: two', 'B: two'])
      expect(await here.undo(world.owner, importId)).toMatchObject({ restored: 2, kept: 0 })
    })

    it('a page that was moved to another item since is left alone', async () => {
      const [item, other] = [await world.addItem(), await world.addItem()]
      await here.bring(world.editor, 'A: one', item)
      const { importId } = await here.bring(world.editor, 'A: two', item)
      const { id: pageId } = await here.pageNamed(item.id, 'A')
      await world.product.database.pages.moveAll([pageId], { itemId: other.id, catalogId: null })

      expect(await here.undo(world.editor, importId)).toMatchObject({ restored: 0, kept: 1 })
      expect(await here.pagesOf(other.id)).toEqual(['A: two'])
    })

    it('of two undos at once one does it, and the other finds nothing to undo', async () => {
      const item = await world.addItem()
      const { importId } = await here.bring(world.editor, 'A: one', item)

      const outcomes = await Promise.all(
        [world.editor, world.owner].map((person) => outcomeOf(here.undo(person, importId))),
      )

      expect(outcomes.toSorted()).toEqual(['notFound', 'nothing'])
      expect(await here.pagesOf(item.id)).toEqual([])
    })

    it('a catalog that people named anew since stays, and so does one that somebody is limited to', async () => {
      const item = await world.addItem()
      const { importId } = await here.bring(world.editor, 'Guides / A: one\nOther / B: one\nThird / C: one', item)
      const catalogs = await world.product.database.catalogs.ofItem(item.id)
      const [guides, other] = catalogs
      const limited = await world.addUser(`undone${item.id}`)
      await world.product.database.catalogs.updateAll([{ ...guides!, name: 'Handbook' }])
      await world.addMember(item, limited, 'editor', other?.id ?? 0)

      await here.undo(world.editor, importId)

      const left = await world.product.database.catalogs.ofItem(item.id)
      expect(left.map(({ name }) => name)).toEqual(['Handbook', 'Other'])
    })

    it('an import is listed for who may undo it, until it is undone', async () => {
      const item = await world.addItem()
      const { importId: first } = await here.bring(world.editor, 'A: one\nB: one', item)
      const { importId: second } = await here.bring(world.editor, 'A: two\nB: one', item)
      const listed = async (person: World['editor']) =>
        (await person.do(coreOperations.import.list, { itemId: item.id })).imports

      expect(await listed(world.editor)).toMatchObject([
        { importId: second, made: 0, changed: 1 },
        { importId: first, made: 2, changed: 0 },
      ])
      expect(await outcomeOf(listed(world.reader))).toBe('notAllowed')
      await here.undo(world.editor, second)
      expect((await listed(world.owner)).map(({ importId }) => importId)).toEqual([first])
    })

    it('nobody undoes in an item that is archived, or that they may no longer edit', async () => {
      const item = await world.addItem()
      const { importId } = await here.bring(world.editor, 'A: one', item)
      await world.product.database.items.update({ ...item, isArchived: true })

      expect(await outcomeOf(here.undo(world.editor, importId))).toBe('notAllowed')
      expect(await here.pagesOf(item.id)).toEqual(['A: one'])
    })
  })
})
