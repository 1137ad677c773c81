import { describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { sweep } from '#core/site/sweep.ts'
import { DomainError } from '#core/errors.ts'
import type { FileStorage } from '#core/ports/files.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { FILES_FOLDER, silentLog } from '#tests/support/services.ts'
import { world, type World } from '#tests/support/world.ts'

const DAY_MS = 24 * 3_600_000
const local = new LocalStorage(FILES_FOLDER, silentLog)
const swept = ({ product: { database }, services }: World) => sweepFiles({ store: database, services })

async function uploaded({ product: { database, services }, editor }: World, pageId = 0) {
  const file = await services.incoming.receive('a.txt', fileOf('how we pay').read(), 100)
  const view = await editor.do(attachmentOperations.upload, { file, pageId, itemId: 0 })
  const attachment = await database.attachments.byId(view.fileId)
  if (!attachment) throw new Error('the file is not there')
  return attachment
}
const isKept = async (key: string): Promise<boolean> => (await contentOf(await local.read(key))) !== null

describe('the sweep of files (R19, threats F5)', () => {
  it('removes the blob of a deleted file', async () => {
    const here = await world()
    const file = await uploaded(here)

    await here.editor.do(attachmentOperations.deleteMine, { fileId: file.id })
    expect(await isKept(file.key)).toBe(true)
    await swept(here)

    expect(await isKept(file.key)).toBe(false)
  })

  it('removes after a day what a server that died between blob and row left, and nothing sooner', async () => {
    const here = await world()
    const { attachments } = here.product.database
    const place = { storage: 'local', key: `3f/${here.services.keys.uuid()}` }
    await attachments.expectBlob(place, new Date(here.clock.now().getTime() + DAY_MS))
    await local.put(place.key, fileOf('how we pay'))

    here.clock.advance(DAY_MS - 1)
    await swept(here)
    expect(await isKept(place.key)).toBe(true)

    here.clock.advance(1)
    await swept(here)
    expect(await isKept(place.key)).toBe(false)
  })

  it('leaves alone what attachments refer to, however old', async () => {
    const here = await world()
    const file = await uploaded(here)

    here.clock.advance(400 * DAY_MS)
    await swept(here)

    expect(await isKept(file.key)).toBe(true)
  })

  it('removes the files that only a page used when the page leaves the recycle bin for good', async () => {
    const here = await world()
    const page = await here.addPage(await here.addItem())
    const file = await uploaded(here, page.id)
    const { database } = here.product
    await database.pages.recycle(page.id, here.editor.id, here.clock.now())

    await swept(here)
    expect(await isKept(file.key)).toBe(true)

    here.clock.advance(31 * DAY_MS)
    await sweep({ store: database, services: here.services })
    await swept(here)
    expect(await database.attachments.byId(file.id)).toBeNull()
    expect(await isKept(file.key)).toBe(false)
  })

  it('is not held up by a storage that fails, whose blobs wait', async () => {
    let isAway = true
    const gone: string[] = []
    const remote: FileStorage = {
      name: 's3://away/bucket',
      put: async () => {},
      read: async () => null,
      async delete(key) {
        if (isAway) throw new DomainError('storageUnavailable')
        gone.push(key)
      },
    }
    const here = await world({ files: new Storages(remote, local) })
    const { attachments } = here.product.database
    const own = `3f/${here.services.keys.uuid()}`
    await local.put(own, fileOf('text'))
    await attachments.expectBlob({ storage: remote.name, key: 'far' }, here.clock.now())
    await attachments.expectBlob({ storage: 'local', key: own }, here.clock.now())

    await expect(swept(here)).rejects.toThrow()
    expect(await isKept(own)).toBe(false)

    isAway = false
    await swept(here)
    expect(gone).toEqual(['far'])
  })
})

describe('an upload whose storage fails (R10)', () => {
  it('is refused, and leaves no file and nothing to be listed', async () => {
    const broken: FileStorage = {
      name: 'broken',
      put: () => Promise.reject(new DomainError('storageUnavailable')),
      read: async () => null,
      delete: async () => {},
    }
    const here = await world({ files: new Storages(broken) })

    await expect(uploaded(here)).rejects.toMatchObject({ kind: 'storageUnavailable' })

    const { total } = await here.editor.do(attachmentOperations.listMine, {})
    expect(total).toBe(0)
  })
})
