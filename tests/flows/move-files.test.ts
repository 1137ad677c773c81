import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { rememberCaller } from '#core/actor.ts'
import { moveTask } from '#core/attachment/move-files.ts'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import type { Attachments } from '#core/ports/attachments.ts'
import { isRefusal } from '#core/errors.ts'
import { siteConfigOperations } from '#core/site/config-operations.ts'
import type { TaskContext } from '#core/task/kind.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { MemoryPlaces } from '#tests/support/memory-places.ts'
import { FILES_FOLDER, silentLog } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const HOUR_MS = 3_600_000
const nameOf = (bucket: string): string => `s3://s3.example.org/${bucket}`

class Killed extends Error {}
const isUnavailable = (error: unknown): boolean => isRefusal(error) && error.kind === 'storageUnavailable'

const engines = { embedded: emptyDatabase, PostgreSQL: emptyServerDatabase }

describe.each(['embedded', 'PostgreSQL'] as const)('moving files on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('is such that', () => {
    let places: MemoryPlaces
    let storages: Storages
    let here: World
    beforeEach(async () => {
      places = new MemoryPlaces()
      storages = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
      storages.openBy((address) => places.at(address))
      here = await world({ database: await engines[engine](), files: storages })
    })
    afterEach(() => here.product.database.close())

    const use = (bucket: string) =>
      here.admin.do(siteConfigOperations.save, {
        ossOpen: true,
        ossSetting: { provider: 's3_storage', key: 'key', secret: 'secret', endpoint: 's3.example.org', bucket },
      })
    const upload = async (text: string) => {
      const { services, editor, product } = here
      const file = await services.incoming.receive('a.txt', fileOf(text).read(), 1_000)
      const { fileId } = await editor.do(attachmentOperations.upload, { file, pageId: 0, itemId: 0 })
      const attachment = await product.database.attachments.byId(fileId)
      if (!attachment) throw new Error('the file is not there')
      return { ...attachment, text }
    }
    const textOf = async ({ token }: { readonly token: string }) => {
      const { read } = await here.editor.do(attachmentOperations.visit, { token })
      return String(await contentOf(await read()))
    }
    const placeOf = async ({ id }: { readonly id: number }) =>
      (await here.product.database.attachments.byId(id))?.storage
    const sweep = () => sweepFiles({ store: here.product.database, services: here.services })
    /** @param onWrite before and after what the run writes of files */
    const move = (onWrite: () => void = () => {}, signal = new AbortController().signal) => {
      const { database } = here.product
      const attachments: Attachments = {
        ...database.attachments,
        expectBlob: async (...given) => {
          onWrite()
          await database.attachments.expectBlob(...given)
          onWrite()
        },
        relocate: async (...given) => {
          onWrite()
          const isMoved = await database.attachments.relocate(...given)
          onWrite()
          return isMoved
        },
      }
      const store = { ...database, attachments } as unknown as TaskContext['store']
      const { caller } = here.admin
      rememberCaller(caller)
      const ctx = { store, services: here.services, ...caller } as unknown as TaskContext
      const tools = { signal, kept: null, progress: () => {}, keep: async () => {}, endWith: async () => {} }
      return moveTask.run(ctx, {}, tools)
    }

    it('every file is moved from wherever it lies, and its copies before go a day later', async () => {
      const onDisk = await upload('on the disk')
      await use('old')
      const old = await upload('in the old one')
      await use('new')

      expect(await move()).toEqual({
        text: {
          en: 'Files moved: 2.',
          'zh-cn': '已迁移文件 2 个。',
        },
      })

      for (const file of [onDisk, old]) {
        expect(await placeOf(file)).toBe(nameOf('new'))
        expect(await textOf(file)).toBe(file.text)
      }
      await sweep()
      expect(places.in(nameOf('old')).size).toBe(1)
      here.clock.advance(25 * HOUR_MS)
      await sweep()
      expect(places.in(nameOf('old')).size).toBe(0)
      expect(places.in(nameOf('new')).size).toBe(2)
      expect(await here.product.database.attachments.formerStorages()).toEqual([])
      for (const file of [onDisk, old]) expect(await textOf(file)).toBe(file.text)
    })

    it('a storage that keeps other bytes than it is given gets no file', async () => {
      await use('old')
      const file = await upload('how we pay')
      await use('new')
      places.before = (step, name, key) => {
        if (step === 'read' && name === nameOf('new')) places.in(name).set(key, Buffer.from('how we lie'))
      }

      await expect(move()).rejects.toMatchObject({ kind: 'storageUnavailable' })

      expect(await placeOf(file)).toBe(nameOf('old'))
      expect(await textOf(file)).toBe('how we pay')
    })

    it('what cannot be read, or came to be shorter, stays where it is, and all else is moved', async () => {
      await use('old')
      const [lost, short, good] = [await upload('lost'), await upload('cut off'), await upload('good')]
      places.in(nameOf('old')).delete(lost.key)
      places.in(nameOf('old')).set(short.key, Buffer.from('cut'))
      await use('new')

      expect(await move()).toMatchObject({ text: { en: expect.stringContaining('moved: 1') as unknown } })

      expect([await placeOf(lost), await placeOf(short), await placeOf(good)]).toEqual(
        ['old', 'old', 'new'].map(nameOf),
      )
    })

    it('one file that the storage does not take keeps no other from being moved', async () => {
      await use('old')
      const [refused, taken] = [await upload('too much for it'), await upload('taken')]
      await use('new')
      places.before = (step, name, key) => {
        if (step === 'read' && name === nameOf('new') && String(places.in(name).get(key)) === refused.text)
          throw new Error('it broke off')
      }

      expect(await move()).toMatchObject({ text: { en: expect.stringContaining('moved: 1') as unknown } })

      expect([await placeOf(refused), await placeOf(taken)]).toEqual(['old', 'new'].map(nameOf))
      expect(await textOf(refused)).toBe(refused.text)
    })

    it('a new storage that refuses, hides or loses files right after the move keeps nobody from reading for a day', async () => {
      await use('old')
      const file = await upload('how we pay')
      await use('new')
      await move()
      const faults: Readonly<Record<string, (key: string) => void>> = {
        refuses: () => {
          throw new Error('refused')
        },
        loses: (key) => places.in(nameOf('new')).delete(key),
      }
      for (const fault of Object.values(faults)) {
        places.before = (step, name, key) => {
          if (step === 'read' && name === nameOf('new')) fault(key)
        }
        expect(await textOf(file)).toBe('how we pay')
      }

      here.clock.advance(25 * HOUR_MS)
      await sweep()

      expect(await textOf(file)).not.toBe('how we pay')
    })

    it('files come back to the disk of the server as well', async () => {
      await use('old')
      const files = [await upload(''), await upload('how we pay')]
      await here.admin.do(siteConfigOperations.save, { ossOpen: false })

      expect(await move()).toMatchObject({ text: { en: expect.stringContaining('moved: 2') as unknown } })

      for (const file of files) {
        expect(await placeOf(file)).toBe('local')
        expect(await textOf(file)).toBe(file.text)
      }
    })

    it('a copy of the site deletes nothing in the storages of the site', async () => {
      await use('old')
      const file = await upload('how we pay')
      await here.editor.do(attachmentOperations.deleteMine, { fileId: file.id })
      storages.spareOthers()
      here.clock.advance(50 * HOUR_MS)

      await sweep()

      expect(places.in(nameOf('old')).size).toBe(1)
    })

    it('two names of one place lose nothing', async () => {
      await use('old')
      const file = await upload('how we pay')
      await use('new')
      const at = places.at.bind(places)
      places.at = (address) => ({ ...at(address.replace('/new', '/old')), name: at(address).name })

      await move()
      here.clock.advance(25 * HOUR_MS)
      await sweep()

      expect(await placeOf(file)).toBe(nameOf('new'))
      expect(await textOf(file)).toBe('how we pay')
    })

    it('killed at any moment, while files come and go, every file can be read, and nothing is left in the end', async () => {
      let turn = 0
      const doing = fc.record({
        /** The step of the storages, or of the database, at which the process dies. */
        dies: fc.integer({ min: 1, max: 24 }),
        meanwhile: fc.constantFrom('nothing', 'upload', 'delete', 'sweep'),
        at: fc.integer({ min: 1, max: 24 }),
        hours: fc.constantFrom(0, 1, 13, 25),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(doing, { minLength: 1, maxLength: 4 }), async (rounds) => {
          turn += 1
          const [from, to] = [`from-${turn}`, `to-${turn}`]
          await use(from)
          const files = new Map((await Promise.all(['a', 'b', 'c'].map(upload))).map((file) => [file.id, file]))
          await use(to)
          for (const { dies, meanwhile, at, hours } of rounds) {
            let steps = 0
            let isBusy = false
            const readMeanwhile: (readonly [string, string])[] = []
            const step = () => {
              if (isBusy) return
              steps += 1
              if (steps >= dies) throw new Killed()
            }
            const others = async () => {
              const [first] = files.values()
              if (meanwhile === 'upload') {
                const file = await upload('late')
                files.set(file.id, file)
              } else if (meanwhile === 'sweep') await sweep()
              else if (meanwhile === 'delete' && first) {
                await here.editor.do(attachmentOperations.deleteMine, { fileId: first.id })
                files.delete(first.id)
              }
            }
            places.before = async () => {
              step()
              if (steps !== at || isBusy) return
              isBusy = true
              await others()
              for (const file of files.values()) readMeanwhile.push([file.text, await textOf(file)])
              isBusy = false
            }
            await move(step).catch((error: unknown) => {
              if (!(error instanceof Killed) && !isUnavailable(error)) throw error
            })
            for (const [text, read] of readMeanwhile) expect(read).toBe(text)
            places.before = () => {}
            for (const file of files.values()) expect(await textOf(file)).toBe(file.text)
            here.clock.advance(hours * HOUR_MS)
            await sweep()
            for (const file of files.values()) expect(await textOf(file)).toBe(file.text)
          }

          await move()
          here.clock.advance(50 * HOUR_MS)
          await sweep()

          for (const file of files.values()) {
            expect(await placeOf(file)).toBe(nameOf(to))
            expect(await textOf(file)).toBe(file.text)
          }
          expect(places.in(nameOf(from)).size).toBe(0)
          expect([...places.in(nameOf(to)).values()].map(String).toSorted()).toEqual(
            [...files.values()].map(({ text }) => text).toSorted(),
          )
          for (const { id } of files.values()) await here.editor.do(attachmentOperations.deleteMine, { fileId: id })
        }),
        { numRuns: 40 },
      )
    })

    it('a run that is cancelled goes on later from where it was', async () => {
      await use('old')
      const files = [await upload('a'), await upload('b'), await upload('c')]
      await use('new')
      const ending = new AbortController()
      places.before = (step) => {
        if (step === 'put') ending.abort(new Error('cancelled'))
      }

      await expect(move(undefined, ending.signal)).rejects.toThrow('cancelled')
      expect(await Promise.all(files.map(placeOf))).toEqual(['new', 'old', 'old'].map(nameOf))

      places.before = () => {}
      expect(await move()).toMatchObject({ text: { en: expect.stringContaining('moved: 2') as unknown } })
    })
  })
})
