import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { siteConfigOperations } from '#core/site/config-operations.ts'
import { storageOperations } from '#core/site/storage-operations.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { MemoryPlaces } from '#tests/support/memory-places.ts'
import { Person } from '#tests/support/people.ts'
import { FILES_FOLDER, silentLog } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'
import { twoConnections } from '#tests/support/two-connections.ts'

const DAY_MS = 24 * 3_600_000
const form = (bucket: string) => ({
  ossOpen: true,
  ossSetting: {
    ...{ provider: 's3_storage' as const, key: 'key', secret: 'open sesame', endpoint: 's3.example.org', bucket },
    protocol: 'https' as const,
  },
})
const withSecret = (bucket: string, secret: string) => ({
  ...form(bucket),
  ossSetting: { ...form(bucket).ossSetting, secret },
})
const nameOf = (bucket: string): string => `s3://s3.example.org/${bucket}`

describe.each(['embedded', 'PostgreSQL'] as const)('the storage of the site on %s', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('is such that', () => {
    let places: MemoryPlaces
    let here: World
    let elsewhere: World
    let drop: () => Promise<void>
    const storages = (): Storages => {
      const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
      files.openBy((address) => places.at(address))
      return files
    }
    beforeEach(async () => {
      places = new MemoryPlaces()
      const opened = await twoConnections[engine]()
      drop = opened.drop
      here = await world({ database: opened.database, files: storages() })
      elsewhere = await worldOn(opened.other, storages())
    })
    afterEach(() => drop())
    /** Another server, for the same people. */
    const worldOn = async (database: OpenDatabase, files: Storages): Promise<World> => {
      const product = { ...here.product, database, services: { ...here.services, files } }
      return { ...here, product, services: product.services, editor: new Person(product, here.editor.user) }
    }
    const uploaded = async ({ product: { database }, services, editor }: World, text = 'how we pay') => {
      const file = await services.incoming.receive('a.txt', fileOf(text).read(), 100)
      const { fileId } = await editor.do(attachmentOperations.upload, { file, pageId: 0, itemId: 0 })
      const attachment = await database.attachments.byId(fileId)
      if (!attachment) throw new Error('the file is not there')
      return attachment
    }
    const readOn = async ({ editor }: World, { token }: { readonly token: string }) => {
      const { read } = await editor.do(attachmentOperations.visit, { token })
      return String(await contentOf(await read()))
    }
    const save = (wishes: Parameters<typeof siteConfigOperations.save.run>[1]) =>
      here.admin.do(siteConfigOperations.save, wishes)
    const swept = ({ product: { database }, services }: World) => sweepFiles({ store: database, services })
    const known = async () =>
      (await here.product.database.attachments.formerStorages()).map(({ name }) => name).toSorted()

    it('new files go there from its save on, at every server, and files put elsewhere are served on', async () => {
      const onDisk = await uploaded(here)

      await save(form('docs'))

      const [one, other] = [await uploaded(here), await uploaded(elsewhere)]
      expect([onDisk.storage, one.storage, other.storage]).toEqual(['local', nameOf('docs'), nameOf('docs')])
      for (const server of [here, elsewhere])
        for (const file of [onDisk, one, other]) expect(await readOn(server, file)).toBe('how we pay')
    })

    it('one that the form names no more is read by the secret it had, sealed, until nothing lies there', async () => {
      await save(form('docs'))
      const file = await uploaded(here)

      await save(form('archive'))

      expect(await known()).toEqual([nameOf('docs')])
      expect(await readOn(elsewhere, file)).toBe('how we pay')
      expect((await uploaded(elsewhere)).storage).toBe(nameOf('archive'))
      const kept = JSON.stringify(await here.product.database.attachments.formerStorages())
      expect(kept).not.toContain('sesame')
      here.clock.advance(2 * DAY_MS)
      await swept(elsewhere)
      expect(await known()).toEqual([nameOf('docs')])

      await here.editor.do(attachmentOperations.deleteMine, { fileId: file.id })
      await swept(elsewhere)

      expect(places.in(nameOf('docs')).size).toBe(0)
      expect(await known()).toEqual([])
    })

    it('an empty one is known for a day, because another server may be putting a file there', async () => {
      await save(form('docs'))
      await save({ ossOpen: false })

      here.clock.advance(DAY_MS)
      await swept(here)
      expect(await known()).toEqual([nameOf('docs')])

      here.clock.advance(1)
      await swept(here)
      expect(await known()).toEqual([])
    })

    it('one that is named again is not one of before any more once its secret is proved', async () => {
      await save(form('docs'))
      await save(form('archive'))
      await save(withSecret('docs', 'another'))
      expect((await uploaded(here)).storage).toBe(nameOf('docs'))
      expect(await known()).toEqual([nameOf('archive'), nameOf('docs')])

      await swept(elsewhere)

      expect(await known()).toEqual([nameOf('archive')])
    })

    it.each(['at once', 'after another one'])(
      'a mistyped secret, given %s, loses none of those before',
      async (when) => {
        await save(form('docs'))
        const file = await uploaded(here)
        if (when === 'after another one') await save(form('archive'))
        places.takes(nameOf('docs'), 'open sesame')

        await save(withSecret('docs', 'open seasme'))
        await swept(here)
        await save(withSecret('docs', 'opne sesame'))
        await swept(elsewhere)

        for (const server of [here, elsewhere]) expect(await readOn(server, file)).toBe('how we pay')
        await save({ ossOpen: false })
        await swept(here)
        expect(await readOn(elsewhere, file)).toBe('how we pay')

        await save(form('docs'))
        await swept(here)
        expect(await known()).toEqual(when === 'at once' ? [] : [nameOf('archive')])
        expect(await readOn(elsewhere, file)).toBe('how we pay')
      },
    )

    it('tells what waits to be deleted in each storage', async () => {
      await save(form('docs'))
      const file = await uploaded(here)
      await here.editor.do(attachmentOperations.deleteMine, { fileId: file.id })
      await save({ ossOpen: false })

      const { storages } = await here.admin.do(storageOperations.storages, {})

      const held = storages.map(({ storage, files, strays }) => ({ storage, files, strays }))
      expect(held).toContainEqual({ storage: nameOf('docs'), files: 0, strays: 1 })
      expect(held).toContainEqual({ storage: 'local', files: 0, strays: 0 })
    })

    it('several changes at once keep every storage that was named', async () => {
      await Promise.all(['one', 'two', 'three', 'four'].map((bucket) => save(form(bucket))))

      const all = ['four', 'one', 'three', 'two'].map(nameOf)
      const current = (await uploaded(here)).storage
      expect([...(await known()), current].toSorted()).toEqual(all)
    })

    it('one that lacks something is refused with its field, and the one before stays', async () => {
      await save(form('docs'))

      await expect(save({ ossSetting: { bucket: '', secret: 'open sesame' } })).rejects.toMatchObject({
        kind: 'invalidInput',
        details: { field: 'ossSetting.bucket' },
      })

      expect((await uploaded(here)).storage).toBe(nameOf('docs'))
      expect(await known()).toEqual([])
    })

    it('the one of the environment goes first, and the one of the form is read on', async () => {
      await save(form('docs'))
      const file = await uploaded(here)
      const files = storages()
      files.prefer(places.at('s3://key:secret@s3.example.org/ours'))
      const restarted = await worldOn(here.product.database as OpenDatabase, files)

      expect((await uploaded(restarted)).storage).toBe(nameOf('ours'))
      expect(await readOn(restarted, file)).toBe('how we pay')
    })
  })
})
