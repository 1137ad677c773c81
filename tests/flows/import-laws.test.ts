import { tasksIn } from '#core/access/facts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { IMPORT_TASK } from '#core/import/import-task.ts'
import { coreOperations } from '#core/operations.ts'
import { limits } from '#core/limits.ts'
import type { ImportTarget } from '#core/plugin.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { jobOf } from '#core/task/start-task.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { emptyPieces, importSite, piecesOf, type ImportSite } from '#tests/support/import-site.ts'
import type { Person } from '#tests/support/people.ts'
import { outcomeOf, refusalBy } from '#tests/support/refusal.ts'
import type { World } from '#tests/support/world.ts'

const operations = coreOperations.import
const PATIENCE = { timeout: 20_000, interval: 20 }

describe.each(['embedded', 'PostgreSQL'] as const)('imports on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('hold that', () => {
    let here: ImportSite
    let world: World
    beforeAll(async () => {
      here = await importSite(engine)
      world = here.world
    })
    afterAll(() => here.close())

    describe('a file comes in as a whole or not at all:', () => {
      it('what a format gives after it said it was done is passed over', async () => {
        const item = await world.addItem()
        const into = await new Promise<ImportTarget>((resolve, reject) => {
          here
            .give(item, async (_, target) => {
              target.page({ id: 'a', catalogId: null, title: 'A', content: 'a' })
              // While what was read is written, too.
              const goOn = (number: number): void => {
                target.page({ id: `late${number}`, catalogId: null, title: 'Late', content: '' })
                if (number < 200) setImmediate(goOn, number + 1)
                else resolve(target)
              }
              setImmediate(goOn, 1)
            })
            .catch(reject)
        })
        await vi.waitFor(async () => expect(await here.pagesOf(item.id)).toEqual(['A: a']), { timeout: 20_000 })

        into.page({ id: 'late', catalogId: null, title: 'Late', content: '' })
        await expect(into.file({ name: 'late.txt', content: piecesOf('late') })).rejects.toThrow()
      })

      it('a format that does not wait for a file that is refused does not stop the server', async () => {
        const item = await world.addItem()
        const onRejection = vi.fn()
        process.on('unhandledRejection', onRejection)
        try {
          await here.give(item, async (_, { page, file }) => {
            for (let number = 0; number < 3; number += 1)
              void file({ name: 'huge.bin', content: piecesOf(Buffer.alloc(limits.attachmentBytes)) })
            page({ id: 'a', catalogId: null, title: 'A', content: 'a' })
          })
          // Such a rejection is told once all that is due was done.
          await new Promise((resolve) => setImmediate(resolve))
        } finally {
          process.off('unhandledRejection', onRejection)
        }

        expect(onRejection).not.toHaveBeenCalled()
        expect(await here.pagesOf(item.id)).toEqual(['A: a'])
      })

      it('a file that never ends holds the import up no longer than anybody waits, and is let go of', async () => {
        const [isReading, isLetGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const content: AsyncIterable<Uint8Array> = {
          [Symbol.asyncIterator]: () => ({
            next() {
              // Not before: a file whose reading has not begun is not begun any more, and needs no end.
              isReading.resolve()
              return new Promise(() => undefined)
            },
            return: async () => {
              isLetGo.resolve()
              return { done: true, value: undefined }
            },
          }),
        }
        const item = await world.addItem()
        const taskId = await here.started(item, async (_, into) => {
          await into.file({ name: 'never.txt', content })
        })
        await isReading.promise

        await world.editor.do(coreOperations.task.cancel, { taskId })

        await isLetGo.promise
        await here.until(taskId, 'cancelled')
        expect(await here.pagesOf(item.id)).toEqual([])
      })

      it('a format that never ends holds the import up no longer than anybody waits', async () => {
        const item = await world.addItem()
        const readings: number[] = []
        const taskId = await here.started(item, () => {
          readings.push(1)
          return new Promise(() => undefined)
        })
        await vi.waitFor(() => expect(readings).toHaveLength(1), PATIENCE)

        await world.editor.do(coreOperations.task.cancel, { taskId })

        await here.until(taskId, 'cancelled')
        const file = await here.received('bytes', 'x.given')
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        try {
          const shown = outcomeOf(world.editor.do(operations.preview, { file, itemId: item.id }))
          while (readings.length < 2) await new Promise((resolve) => setImmediate(resolve))
          await vi.advanceTimersByTimeAsync(15_000)
          expect(await shown).toBe('taskOutOfTime')
        } finally {
          // What began to wait meanwhile, as what runs tasks does, would wait for ever.
          vi.runOnlyPendingTimers()
          vi.useRealTimers()
        }
        expect(await here.pagesOf(item.id)).toEqual([])
      })

      it('a file of nothing but empty pieces leaves everybody else their turn', async () => {
        const item = await world.addItem()
        await here.give(item, async (_, into) => {
          const address = await into.file({ name: 'empty.txt', content: emptyPieces() })
          into.page({ id: 'a', catalogId: null, title: 'A', content: address })
        })

        expect(await here.pagesOf(item.id)).toHaveLength(1)
      })

      it('an import that is cancelled before its end writes nothing, and one that was written is shown as done', async () => {
        const [early, late] = [await world.addItem(), await world.addItem()]
        const page = { id: 'a', catalogId: null, title: 'A', content: 'a' }
        const cancelled = Promise.withResolvers<void>()
        const taskId = await here.started(early, async (_, into, { signal }) => {
          into.page(page)
          await cancelled.promise
          // The format goes on all the same.
          if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        })
        await here.until(taskId, 'running')
        await world.editor.do(coreOperations.task.cancel, { taskId })
        cancelled.resolve()
        await here.until(taskId, 'cancelled')
        expect(await here.pagesOf(early.id)).toEqual([])

        // Cancelled once the pages are there, before whoever waits for the task was told.
        const lateId = await here.started(late, async (_, into) => into.page(page))
        here.heard(async (store) => tasksIn(store).cancel(lateId, new Date()))
        await here.until(lateId, 'done')
        expect(await here.pagesOf(late.id)).toEqual(['A: a'])
      })

      it.skipIf(engine === 'embedded')('a page that somebody saves while it comes in again stays theirs', async () => {
        const item = await world.addItem()
        const saying = (text: string) => async (_: unknown, into: ImportTarget) => {
          for (const title of ['A', 'B']) into.page({ id: title, catalogId: null, title, content: text })
        }
        await here.give(item, saying('one'))
        const page = await here.pageNamed(item.id, 'A')
        const { transaction, script } = world.product.database as OpenDatabase
        const [isWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const saved = transaction(async ({ pages }) => {
          await pages.update({ ...page, content: 'by hand', revision: page.revision + 1 }, page.revision, page)
          isWritten.resolve()
          await mayEnd.promise
        })
        await isWritten.promise
        const brought = here.give(item, saying('two'))
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await vi.waitFor(
          () => script(`do $$ begin if not exists (${waits}) then raise 'nobody waits'; end if; end $$`),
          PATIENCE,
        )
        mayEnd.resolve()
        await Promise.all([saved, brought])

        expect(await here.pagesOf(item.id)).toEqual(['A: by hand', 'B: two'])
        await here.give(item, saying('three'))
        expect(await here.pagesOf(item.id)).toEqual(['A: by hand', 'B: three'])
      })

      it('a run that has lost its import to another, which knows nothing of it yet, writes nothing', async () => {
        const item = await world.addItem()
        const { tasks, jobTable } = world.product.database as OpenDatabase
        const known = Promise.withResolvers<number>()
        known.resolve(
          await here.started(item, async (_, into) => {
            into.page({ id: 'a', catalogId: null, title: 'A', content: 'a' })
            await tasks.begin(await known.promise)
          }),
        )
        await vi.waitFor(async () => expect(await jobTable.nextDueAt([jobOf(IMPORT_TASK)])).toBeNull(), PATIENCE)

        expect(await here.pagesOf(item.id)).toEqual([])
      })

      it('more pages than an item may have are refused, also together with those that are there', async () => {
        const item = await world.addItem()
        await world.addPage(item)
        const many = (count: number) => async (_: unknown, into: ImportTarget) => {
          for (let at = 0; at < count; at += 1) into.page({ id: `${at}`, catalogId: null, title: `${at}`, content: '' })
        }

        expect(await outcomeOf(here.give(item, many(limits.pagesPerItem + 1)))).toBe('tooMany')
        expect(await outcomeOf(here.give(item, many(limits.pagesPerItem)))).toBe('tooMany')
        expect(await world.product.database.pages.countIn(item.id)).toBe(1)
      })

      it('what a format written without types gives is refused before anything is written', async () => {
        const item = await world.addItem()
        const page = { id: 'a', catalogId: null, title: 'A', content: 'a' }
        for (const wrong of [
          { id: 1 },
          { title: 1 },
          { content: 1 },
          { content: ['a'] },
          { attached: 'a' },
          { attached: [1] },
        ]) {
          const read = async (_: unknown, into: ImportTarget) => into.page({ ...page, ...wrong } as never)
          expect((await refusalBy(here.give(item, read))).kind).toBe('importBroken')
        }
        for (const wrong of [{ id: 1 }, { name: 1 }, { parentId: 'a' }, { parentId: undefined }]) {
          const catalog = { id: 'a', parentId: null, name: 'A', ...wrong }
          const read = async (_: unknown, into: ImportTarget) => into.catalog(catalog as never)
          expect((await refusalBy(here.give(item, read))).kind).toBe('importBroken')
        }
        expect(await here.pagesOf(item.id)).toEqual([])
      })

      it('a file without pages and catalogs is refused as empty', async () => {
        const item = await world.addItem()

        expect((await refusalBy(here.give(item, async () => undefined))).kind).toBe('importEmpty')
      })

      it('a page that is longer than a page can be is refused by its title', async () => {
        const item = await world.addItem()
        const content = 'x'.repeat(limits.pageContentLength + 1)
        const read = async (_: unknown, into: ImportTarget) =>
          into.page({ id: 'a', catalogId: null, title: 'Long', content })

        expect(await refusalBy(here.give(item, read))).toMatchObject({
          kind: 'importTooLong',
          details: { title: 'Long' },
        })
      })

      it('texts lead to pages of the file, given before or later, and to no others', async () => {
        const item = await world.addItem()
        const page = (id: string, content: string) => ({ id, catalogId: null, title: id.toUpperCase(), content })
        const toNothing = async (_: unknown, into: ImportTarget) => into.page(page('a', into.addressOfPage('nothing')))
        expect((await refusalBy(here.give(item, toNothing))).kind).toBe('importBroken')

        const both = async (_: unknown, { page: give, addressOfPage }: ImportTarget) => {
          give(page('a', `${addressOfPage('b')}1 ${addressOfPage('b')}#x`))
          give(page('b', `${addressOfPage('a')} /import~nobodys-mark-at-~0~`))
        }
        await here.give(item, both)

        const [a, b] = [await here.pageNamed(item.id, 'A'), await here.pageNamed(item.id, 'B')]
        const [toA, toB] = [a, b].map(({ id }) => `/${item.id}/${id}`)
        expect(a.content).toBe(`${toB}1 ${toB}#x`)
        expect(b.content).toBe(`${toA} /import~nobodys-mark-at-~0~`)
      })

      it('names that are too long are cut to what the product takes, and signs it cannot store are left out', async () => {
        const item = await world.addItem()
        await here.give(item, async (_, into) => {
          into.item({ name: 'n'.repeat(10_000), description: '\0'.repeat(10_000) })
          into.catalog({ id: 'c', parentId: null, name: `${'目'.repeat(99)}😀😀`, order: Number.NaN })
          into.page({ id: 'p', catalogId: 'c', title: `${'t'.repeat(199)}😀`, content: 'a\0b\ud800', order: 1e300 })
          into.page({ id: 'q', catalogId: 'c', title: ' \0 ', content: '' })
          into.warn('w'.repeat(10_000))
        })

        expect((await here.pagesOf(item.id)).map((page) => page.slice(-6))).toEqual(
          ['-: ', 't: ab\ufffd'].map((end) => end.slice(-6)),
        )
      })

      it('a format that takes pieces of the file that are not there gets what is there', async () => {
        const item = await world.addItem()
        const pieces: string[] = []
        await here.give(item, async (file, into) => {
          for (const [offset, length] of [
            [0, 2 ** 40],
            [3, 99],
            [99, 5],
            [-3, 5],
            [Number.NaN, Number.NaN],
            [1, -1],
          ] as const)
            pieces.push(Buffer.from(await file.slice(offset, length)).toString())
          into.page({ id: 'a', catalogId: null, title: 'A', content: '' })
        })

        expect(pieces).toEqual(['bytes', 'es', '', 'bytes', '', ''])
      })
    })

    it('the preview says of catalogs, too, whether they are there already', async () => {
      const item = await world.addItem()
      const guides = await world.addCatalog(item, { name: 'Guides' })
      await world.addCatalog(item, { name: 'Deep', parentId: guides.id, level: 2 })
      const file = await here.received('Guides / Deep / A: a\nDeep / B: b', 'pay.txt')

      const { tree } = await world.editor.do(operations.preview, { file, itemId: item.id })

      expect(tree.map(({ level, title, state }) => `${level} ${title} ${state}`)).toEqual([
        '1 Guides same',
        '2 Deep same',
        '3 A new',
        '1 Deep new',
        '2 B new',
      ])
    })

    it('an imported page has the files of whoever imports it, as if they had typed it, and none of others', async () => {
      const item = await world.addItem()
      const { attachments } = world.product.database
      const file = (person: Person, token: string) =>
        attachments.insert(
          {
            ...{ ownerId: person.id, storage: 'local', key: `aa/${token}`, isOfHub: false, token },
            ...{ addedAt: world.clock.now(), displayName: `${person.username}.txt`, bytes: 1 },
            ...{ kind: 'general', mediaType: 'text/plain' },
          },
          null,
        )
      const [own, foreign] = ['a', 'b'].map((sign) => sign.repeat(32))
      await file(world.editor, own!)
      await file(world.stranger, foreign!)

      await here.bring(world.editor, `A: /attachment/${own} /attachment/${foreign}`, item)

      const { id } = await here.pageNamed(item.id, 'A')
      const used = await attachments.usedBy(item.id, [id])
      expect(used.map(({ displayName }) => displayName)).toEqual([`${world.editor.username}.txt`])
    })

    it('the limit of files of an item is not passed by what an import brings, and texts come in all the same', async () => {
      const item = await world.addItem()
      const { database } = world.product
      await writeSettings(database, siteSettings, { fileMegabytesPerItem: 1 })
      const bringing = (id: string, bytes: number) =>
        here.give(item, async (_, { page, file }) => {
          const address =
            bytes === 0 ? '' : await file({ name: `${id}.bin`, content: piecesOf(Buffer.alloc(bytes, 1)) })
          page({ id, catalogId: null, title: id, content: address })
        })
      const megabyte = 1024 * 1024
      try {
        await bringing('Full', megabyte)
        expect(await outcomeOf(bringing('More', 1))).toBe('itemFilesFull')
        expect(await outcomeOf(bringing('Text', 0))).toBe('nothing')
        const titles = (await database.pages.ofItem(item.id)).map(({ title }) => title)
        expect(titles.toSorted()).toEqual(['Full', 'Text'])
        expect(await database.space.fileBytesOf({ kind: 'item', id: item.id })).toBe(megabyte)
      } finally {
        await writeSettings(database, siteSettings, { fileMegabytesPerItem: 0 })
      }
    })

    it('many imports into the same item at once all come in, whatever connections there are', async () => {
      const item = await world.addItem()

      await Promise.all(
        Array.from({ length: 24 }, (_, at) =>
          here.bring(at % 2 ? world.editor : world.owner, `Same: same\nOwn ${at}: x`, item),
        ),
      )

      const titles = (await here.pagesOf(item.id)).map((page) => page.split(':')[0])
      expect(titles.filter((title) => title === 'Same')).toHaveLength(1)
      expect(titles).toHaveLength(25)
    })

    it('a file under any name can be imported as a task', async () => {
      const item = await world.addItem()
      const file = await here.received('A: a', `${'名'.repeat(9_000)}.txt`)
      const { uploadKey } = await world.editor.do(operations.preview, { file, itemId: item.id })

      const { taskId } = await world.editor.do(operations.start, { uploadKey, itemId: item.id })

      await here.until(taskId, 'done')
      expect(await here.pagesOf(item.id)).toEqual(['A: a'])
    })
  })
})
