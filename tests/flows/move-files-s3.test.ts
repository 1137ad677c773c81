import S3rver from '@20minutes/s3rver'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { siteConfigOperations } from '#core/site/config-operations.ts'
import { storageOperations } from '#core/site/storage-operations.ts'
import { taskOperations } from '#core/task/operations.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { emptyServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import { taskSite } from '#tests/support/task-site.ts'

let folder: string
let server: S3rver
let endpoint: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-move-'))
  server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
    configureBuckets: [{ name: 'old' }, { name: 'new' }],
  })
  const { port } = await server.run()
  endpoint = `127.0.0.1:${port}`
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const engines = { embedded: emptyDatabase, PostgreSQL: emptyServerDatabase }

describe.each(['embedded', 'PostgreSQL'] as const)('a task that moves files, on %s and S3', (engine) => {
  it.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)(
    'empties the disk and the bucket from before, and every file is read as it was',
    async () => {
      const database = await engines[engine]()
      const here = await taskSite(numbersPlugin({}), { database, startSettings: [] })
      const { admin, editor, services } = here.world
      const use = (bucket: string) =>
        admin.do(siteConfigOperations.save, {
          ossOpen: true,
          ossSetting: {
            provider: 's3_storage',
            key: 'S3RVER',
            secret: 'S3RVER',
            endpoint,
            bucket,
            region: 'us-east-1',
          },
        })
      const upload = async (text: string) => {
        const file = await services.incoming.receive('a.txt', fileOf(text).read(), 1_000_000)
        return (await editor.do(attachmentOperations.upload, { file, pageId: 0, itemId: 0 })).fileId
      }
      const large = 'how we pay '.repeat(30_000)
      const texts = new Map([[await upload('on the disk'), 'on the disk']])
      await use('old')
      for (const text of ['', 'in the bucket', large]) texts.set(await upload(text), text)
      await use('new')
      const name = (bucket: string): string => `s3://${endpoint}/${bucket}`
      /** Those that hold files, whatever waits to be deleted elsewhere. */
      const storages = async () => {
        const all = (await admin.do(storageOperations.storages, {})).storages
        return all.filter(({ files, isInUse }) => files > 0 || isInUse)
      }
      expect(await storages()).toMatchObject([
        { storage: 'local', files: 1, bytes: 11, isInUse: false, isKnown: true },
        { storage: name('old'), files: 3, bytes: large.length + 13, isInUse: false, isKnown: true },
        { storage: name('new'), files: 0, bytes: 0, isInUse: true, isKnown: true },
      ])

      await here.run()
      const { taskId } = await admin.do(storageOperations.moveFiles, {})
      await vi.waitFor(
        async () =>
          expect(await admin.do(taskOperations.status, { taskId })).toMatchObject({ state: 'done', done: 4, of: 4 }),
        { timeout: 60_000, interval: 50 },
      )

      expect(await storages()).toMatchObject([
        { storage: name('new'), files: 4, bytes: large.length + 24, isInUse: true, isKnown: true },
      ])
      for (const [id, text] of texts) {
        const token = (await database.attachments.byId(id))?.token ?? ''
        const { read } = await editor.do(attachmentOperations.visit, { token })
        expect(String(await contentOf(await read())) === text).toBe(true)
      }
      await here.close()
      await database.close()
    },
    120_000,
  )
})
