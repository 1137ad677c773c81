import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { engines } from '#tests/support/import-site.ts'
import { linesContribution, linesFormat } from '#tests/support/lines-format.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, refusalBy } from '#tests/support/refusal.ts'
import { taskSite, type TaskSite } from '#tests/support/task-site.ts'
import type { World } from '#tests/support/world.ts'

const operations = coreOperations.import
const PATIENCE = { timeout: 20_000, interval: 20 }

const FIRST = '# Payments\nWelcome: hello\nGuides / Log in: how to\nGuides / Deep / Below: deep\n'

describe.each(['embedded', 'PostgreSQL'] as const)('imports on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('are such that', () => {
    let here: TaskSite
    let world: World
    let drop: () => Promise<void>
    beforeAll(async () => {
      const opened = await engines[engine]()
      drop = opened.drop
      const contributes = [linesContribution]
      here = await taskSite({ id: 'none', apiVersion: 2, summary: 'None.' }, { contributes, database: opened.database })
      world = here.world
      await here.run()
    })
    afterAll(async () => {
      await here.close()
      await drop()
    })

    async function received(text: string, name = 'pay.txt'): Promise<IncomingFile> {
      const content = (async function* () {
        yield new TextEncoder().encode(text)
      })()
      return world.services.incoming.receive(name, content, 1_000_000)
    }
    const bring = async (person: Person, text: string, item: Pick<Item, 'id'> | null = null) =>
      person.do(operations.auto, { file: await received(text), itemId: item?.id ?? 0 })
    const preview = async (person: Person, text: string, itemId = 0, rest: object = {}) =>
      person.do(operations.preview, { file: await received(text), itemId, ...rest })
    /** What an item holds: catalogs and pages by the way to them, with their texts. */
    async function contentOf(itemId: number): Promise<readonly string[]> {
      const { pages, catalogs } = world.product.database
      const all = await catalogs.ofItem(itemId)
      const pathOf = (id: number | null): string => {
        const catalog = all.find((each) => each.id === id)
        return catalog ? `${pathOf(catalog.parentId)}${catalog.name}/` : ''
      }
      const heads = (await pages.ofItem(itemId)).map(
        ({ catalogId, title, content }) => `${pathOf(catalogId)}${title}: ${content}`,
      )
      return [...all.map(({ id }) => pathOf(id)), ...heads].toSorted()
    }
    const pageNamed = async (itemId: number, title: string) => {
      const page = (await world.product.database.pages.ofItem(itemId)).find((each) => each.title === title)
      if (!page) throw new Error(`there is no page ${title}`)
      return page
    }
    const write = async (person: Person, itemId: number, title: string, content: string) => {
      const { id: pageId } = await pageNamed(itemId, title)
      await person.do(coreOperations.page.save, { pageId, itemId, pageTitle: title, pageContent: content })
    }
    const everything = ['Guides/', 'Guides/Deep/', 'Guides/Deep/Below: deep', 'Guides/Log in: how to', 'Welcome: hello']

    it('[ADD-15] a file becomes a new item of whoever brings it', async () => {
      const { itemId } = await bring(world.editor, FIRST)

      expect(await contentOf(itemId)).toEqual(everything)
      const detail = await world.editor.do(coreOperations.item.detail, { itemId })
      expect(detail).toMatchObject({ itemName: 'Payments' })
    })

    it('[ADD-16] a file comes into an item, where catalogs of the same name are one', async () => {
      const item = await world.addItem()
      const guides = await world.addCatalog(item, { name: 'Guides' })
      await world.addPage(item, { title: 'There', content: 'before', catalogId: guides.id })

      await bring(world.editor, FIRST, item)

      expect(await contentOf(item.id)).toEqual([...everything, 'Guides/There: before'].toSorted())
    })

    it('[ADD-17] what comes into an item needs the right to edit all of it', async () => {
      const item = await world.addItem()
      const catalog = await world.addCatalog(item)
      const limited = await world.addUser(`limited${item.id}`)
      await world.addMember(item, limited, 'editor', catalog.id)
      const archived = await world.addItem({ isArchived: true })
      const single = await world.addItem({ type: 'single' })

      expect(await outcomeOf(bring(world.visitor, FIRST, item))).toBe('loginRequired')
      for (const person of [world.reader, world.stranger, limited])
        expect(await outcomeOf(bring(person, FIRST, item))).toBe('notAllowed')
      for (const closed of [archived, single])
        expect(await outcomeOf(bring(world.owner, FIRST, closed))).toBe('notAllowed')
      expect(await contentOf(item.id)).toEqual(['Guides/'])
    })

    it('[ADD-18] a file that nobody recognises is refused, and so is one that is broken or that a format fails at', async () => {
      const unknown = world.editor.do(operations.auto, { file: await received('a\0b'), itemId: 0 })
      expect(await outcomeOf(unknown)).toBe('importUnknown')
      const broken = await refusalBy(bring(world.editor, 'A: a\n* line 2 says nothing'))
      expect([broken.kind, broken.details]).toEqual(['importBroken', { problem: 'line 2 says nothing' }])
      for (const text of ['A: a\nboom', 'A: a\nA: b']) {
        const { kind, texts } = await refusalBy(bring(world.editor, text))
        expect([kind, texts['problem']?.['zh-cn']]).toEqual(['importBroken', expect.stringMatching(/服务器日志/)])
      }
      expect(await outcomeOf(bring(world.editor, ''))).toBe('importEmpty')
      expect(await outcomeOf(bring(world.editor, '1 / 2 / 3 / 4 / Too deep: x'))).toBe('catalogTooDeep')
    })

    it('the preview tells what will be made, and makes nothing', async () => {
      const item = await world.addItem()

      const told = await preview(world.editor, `${FIRST}! nothing left out\nPicture: file a.txt\n`, item.id)

      expect(told).toMatchObject({
        ...{ format: 'lines', name: 'Payments', catalogs: 2, pages: 4, files: 1, changed: 0, same: 0, kept: 0 },
        warnings: ['nothing left out'],
      })
      expect(told.tree.map(({ title, level, state }) => `${level} ${title} ${state}`)).toEqual([
        '1 Welcome new',
        '1 Picture new',
        '1 Guides new',
        '2 Log in new',
        '2 Deep new',
        '3 Below new',
      ])
      expect(await contentOf(item.id)).toEqual([])
      expect(await outcomeOf(preview(world.reader, FIRST, item.id))).toBe('notAllowed')
    })

    it('what came before is recognised: it is updated, and what people wrote stays', async () => {
      const { itemId } = await bring(world.editor, FIRST)
      await write(world.editor, itemId, 'Log in', 'by hand')
      await write(world.editor, itemId, 'Below', 'by hand, too')
      const second =
        '# Payments\nWelcome: hello again\nGuides / Log in: how to, anew\nGuides / Deep / Below: deep\nNew: new\n'

      const told = await preview(world.editor, second, itemId)
      expect(told).toMatchObject({ pages: 4, changed: 1, same: 1, kept: 1 })
      await bring(world.editor, second, { id: itemId })

      expect(await contentOf(itemId)).toEqual(
        [
          ...['Guides/', 'Guides/Deep/', 'Guides/Deep/Below: by hand, too', 'Guides/Log in: by hand'],
          ...['New: new', 'Welcome: hello again'],
        ].toSorted(),
      )
      await bring(world.editor, second, { id: itemId })
      expect((await pageNamed(itemId, 'Welcome')).revision).toBe(2)
    })

    it('files come with the pages that use them, for the readers of those, and are recognised again', async () => {
      const { itemId } = await bring(world.editor, 'Picture: file a.txt\n')
      const { content, id } = await pageNamed(itemId, 'Picture')
      const address = /\/attachment\/[\w-]{32}/.exec(content)?.[0] ?? ''

      expect((await (await here.browserOf(world.editor)).get(address)).body).toBe('bytes of file a.txt')
      const used = await world.product.database.attachments.usedBy(itemId, [id])
      expect(used.map(({ displayName, isAttached, ownerId }) => [displayName, isAttached, ownerId])).toEqual([
        ['a.txt', false, world.editor.id],
      ])
      expect(await preview(world.editor, 'Picture: file a.txt\n', itemId)).toMatchObject({ same: 1 })
    })

    it('one undo takes away all that an import made, but what people have written in since', async () => {
      const item = await world.addItem()
      await world.addPage(item, { title: 'There', content: 'before' })
      await bring(world.editor, 'Welcome: first', item)
      const { importId } = await bring(world.editor, `${FIRST}Mine: mine\n`, item)
      await write(world.editor, item.id, 'Mine', 'by hand')

      expect(await outcomeOf(world.reader.do(operations.undo, { importId }))).toBe('notAllowed')
      const undone = await world.editor.do(operations.undo, { importId })

      expect(undone).toEqual({ itemId: item.id, recycled: 2, restored: 1, kept: 1 })
      expect(await contentOf(item.id)).toEqual(['Mine: by hand', 'There: before', 'Welcome: first'])
      const bin = await world.manager.do(coreOperations.recycle.list, { itemId: item.id })
      expect(bin.map(({ pageTitle }) => pageTitle).toSorted()).toEqual(['Below', 'Log in'])
      expect(await outcomeOf(world.editor.do(operations.undo, { importId }))).toBe('notFound')
      const told = await world.editor.do(coreOperations.item.changes, { itemId: item.id })
      expect(told.list.map(({ action }) => action)).toEqual(expect.arrayContaining(['import', 'undoImport']))
    })

    it('what finds no room is refused as a whole, and an undo needs none', async () => {
      const item = await world.addItem()
      await bring(world.editor, 'Welcome: first', item)
      const { importId } = await bring(world.editor, FIRST, item)
      const { database } = world.product
      await writeSettings(database, siteSettings, { textMegabytesPerItem: 1 })
      await world.addPage(item, { title: 'Full', content: 'x'.repeat(1_048_576) })
      world.clock.advance(10_000)

      expect(await outcomeOf(bring(world.editor, 'Welcome: again', item))).toBe('itemFull')
      expect(await world.editor.do(operations.undo, { importId })).toMatchObject({ restored: 1 })

      await writeSettings(database, siteSettings, {})
      world.clock.advance(10_000)
      expect(await contentOf(item.id)).toEqual(expect.arrayContaining(['Welcome: first']))
    })

    it('a page that somebody writes in keeps the whole undo from being done', async () => {
      const item = await world.addItem()
      const { importId } = await bring(world.editor, FIRST, item)
      const { id: pageId } = await pageNamed(item.id, 'Welcome')
      await world.owner.do(coreOperations.page.setLock, { pageId, itemId: item.id })

      expect(await outcomeOf(world.editor.do(operations.undo, { importId }))).toBe('pageLocked')

      expect(await contentOf(item.id)).toEqual(everything)
    })

    it('two imports of one file at once make it once', async () => {
      const item = await world.addItem()

      await Promise.all([bring(world.editor, FIRST, item), bring(world.owner, FIRST, item)])

      expect(await contentOf(item.id)).toEqual(everything)
    })

    it('an import that fails while it is written leaves nothing', async () => {
      const item = await world.addItem()
      await world.addPage(item, { title: 'There', content: 'before' })
      const before = await contentOf(item.id)
      // What is written last cannot be kept by the database.
      vi.spyOn(world.services.keys, 'uuid').mockImplementation(() => '\0')

      await expect(bring(world.editor, FIRST, item)).rejects.toThrow()

      vi.restoreAllMocks()
      expect(await contentOf(item.id)).toEqual(before)
    })

    describe('as a task', () => {
      const statusOf = (taskId: number, person = world.editor) => person.do(coreOperations.task.status, { taskId })
      const until = (taskId: number, state: string) =>
        vi.waitFor(async () => expect(await statusOf(taskId)).toMatchObject({ state }), PATIENCE)
      const start = (person: Person, uploadKey: string, itemId: number) =>
        person.do(operations.start, { uploadKey, itemId, options: { prefix: '> ' } })

      it('the file that was looked through is imported, and the task says what came of it', async () => {
        const item = await world.addItem()
        const { uploadKey } = await preview(world.editor, 'Welcome: hello\n', item.id)

        const { taskId, importId } = await start(world.editor, uploadKey, item.id)

        await until(taskId, 'done')
        const text = 'New pages: 1. Updated: 0. Left as people wrote them: 0.'
        expect(await statusOf(taskId)).toMatchObject({ resultPath: `/${item.id}`, resultText: text, title: 'Import' })
        expect(await contentOf(item.id)).toEqual(['Welcome: > hello'])
        expect(await world.editor.do(operations.undo, { importId })).toMatchObject({ recycled: 1 })
      })

      it('preview and result tell how many names are too long, and are cut', async () => {
        const item = await world.addItem()
        const [title, name] = ['t'.repeat(201), 'n'.repeat(101)]
        const titles = 'Titles of pages that are cut to 200 characters: 2.'
        const names = 'Names of catalogs, or of a new item, that are cut to 100 characters: 1.'

        const told = await preview(world.editor, `${title}: a\n${name} / ${title}: b\nWelcome: c\n! more`, item.id)
        const { taskId } = await start(world.editor, told.uploadKey, item.id)

        expect(told.warnings).toEqual([titles, names, 'more'])
        await until(taskId, 'done')
        expect((await statusOf(taskId)).resultText).toMatch(`${titles} ${names}`)
      })

      it('whoever lost the right since imports nothing', async () => {
        const item = await world.addItem()
        const { uploadKey } = await preview(world.editor, FIRST, item.id)
        const { read } = linesFormat
        vi.spyOn(linesFormat, 'read').mockImplementationOnce(async (...given) => {
          await world.product.database.members.remove(item.id, world.editor.id)
          await read(...given)
        })

        const { taskId } = await start(world.editor, uploadKey, item.id)

        await until(taskId, 'failed')
        expect(await contentOf(item.id)).toEqual([])
        expect(await outcomeOf(start(world.editor, uploadKey, item.id))).toBe('notAllowed')
      })

      it('a file belongs to whoever sent it, for a day', async () => {
        const { uploadKey } = await preview(world.editor, FIRST)

        expect(await outcomeOf(start(world.stranger, uploadKey, 0))).toBe('notFound')
        expect(await outcomeOf(start(world.editor, `x${uploadKey}`, 0))).toBe('notFound')
        world.clock.advance(24 * 3_600_000)
        expect(await outcomeOf(start(world.editor, uploadKey, 0))).toBe('notFound')
      })
    })
  })
})
