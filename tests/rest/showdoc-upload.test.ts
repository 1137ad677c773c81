import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import { createApp } from '#server/app.ts'
import { RunningShowdocMoves } from '#server/switch/console/running-showdoc-moves.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { Browser } from './harness.ts'
import { emptySite } from './moved-site.ts'

const ARCHIVE = { name: 'showdoc.zip', content: 'PK\u0003\u0004 and whatever else' }
const PATIENCE = { timeout: 30_000, interval: 20 }

async function siteOfAdmin() {
  const application = await emptySite()
  const app = await createApp(application, { hasPages: false })
  onTestFinished(async () => {
    await app.close()
    await application.close()
  }, 60_000)
  const { database: store, services } = application.product
  await store.users.insert({ ...(await newUser({ store, services }, ADMIN)), isAdmin: true })
  const admin = new Browser([app], {}, '')
  await admin.logIn(ADMIN.username, ADMIN.password)
  const folder = path.join(application.config.DATA_DIR, 'switch')
  const lying = async (): Promise<readonly string[]> => (await readdir(folder)).toSorted()
  const unpack = async (): Promise<void> => {
    await mkdir(path.join(folder, 'upload/unpacked'), { recursive: true })
    await writeFile(path.join(folder, 'upload/unpacked/file'), 'x')
  }
  return { application, admin, folder, lying, unpack, moves: services.showdocMoves }
}

it('deletes the files of a former upload of a ShowDoc only when the transaction has ended', async () => {
  const { application, admin, lying, unpack, moves } = await siteOfAdmin()
  const { database } = application.product
  const remove = moves.removeDiscarded.bind(moves)
  const seen: (readonly string[])[] = []
  vi.spyOn(moves, 'removeDiscarded').mockImplementation(async () => {
    // Waits for ever while the transaction that discards has not ended.
    await database.transaction((store) => store.settings.hold('showdoc'))
    seen.push(await lying())
    await remove()
  })
  const aside = expect.stringMatching(/^discarded-/) as string

  expect((await admin.upload('showdoc/upload', ARCHIVE)).error_code).toBe(0)
  await unpack()
  expect((await admin.upload('showdoc/upload', { ...ARCHIVE, name: 'second.zip' })).error_code).toBe(0)
  expect(await moves.upload()).toMatchObject({ name: 'second.zip' })
  expect(await lying()).toEqual(['upload'])
  await unpack()
  expect((await admin.post('showdoc/discardUpload')).error_code).toBe(0)

  expect(await moves.upload()).toBeNull()
  expect(await lying()).toEqual([])
  expect(seen).toEqual([['upload'], [aside, 'upload'], [aside]])
})

it('takes an archive that is larger than a file of an import', async () => {
  const { admin, moves } = await siteOfAdmin()
  const megabyte = new Uint8Array(1_024 * 1_024)
  const content = [Buffer.from(ARCHIVE.content), ...Array.from({ length: 101 }, () => megabyte)]

  expect((await admin.uploadStream('showdoc/upload', { name: 'showdoc.zip', content })).error_code).toBe(0)

  expect(await moves.upload()).toMatchObject({ bytes: ARCHIVE.content.length + 101 * megabyte.length })
}, 60_000)

it('deletes at the next start what a server that died had put aside', async () => {
  const { application, admin, folder, lying, unpack, moves } = await siteOfAdmin()
  await admin.upload('showdoc/upload', ARCHIVE)
  await unpack()
  await moves.discardUpload()
  expect([await moves.upload(), (await lying()).length]).toEqual([null, 1])
  await admin.upload('showdoc/upload', ARCHIVE)
  await moves.discardUpload()
  await mkdir(path.join(folder, 'copies'))

  new RunningShowdocMoves({ config: application.config, clock: application.product.services.clock }).start(application)

  await vi.waitFor(async () => expect(await lying()).toEqual(['copies']), PATIENCE)
})
