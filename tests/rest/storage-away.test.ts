import S3rver from '@20minutes/s3rver'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { s3Settings } from '#adapters/storage/s3/s3-settings.ts'
import { S3Storage } from '#adapters/storage/s3/s3-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { HURRIED } from '#tests/contracts/storage/lying-answers.ts'
import { cuttableLine, type CuttableLine } from '#tests/support/cuttable-line.ts'
import { FILES_FOLDER, FixedClock, silentLog } from '#tests/support/services.ts'
import { site, type Browser, type Site } from './harness.ts'

const UNAVAILABLE = 10444
/** Without a limit it would never end. */
const SOON_MS = 30_000
const FILE = { name: 'plan.txt', content: 'how we pay' }

let folder: string
let server: S3rver
let line: CuttableLine
let clock: FixedClock
let here: Site
let editor: Browser
let pageId: number
let itemId: number
let url: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-storage-away-'))
  const bucket = { configureBuckets: [{ name: 'docs' }], directory: folder }
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, ...bucket })
  const { port } = await server.run()
  line = await cuttableLine(`http://127.0.0.1:${port}`, 80)
  clock = new FixedClock()
  const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
  const settings = s3Settings(`s3://S3RVER:S3RVER@${new URL(line.url).host}/docs?tls=off`)
  files.prefer(new S3Storage(settings, { clock, log: silentLog, timeLimits: HURRIED }))
  here = await site({ files, fresh: true })
  const item = await here.world.addItem()
  const page = await here.world.addPage(item)
  ;[itemId, pageId] = [item.id, page.id]
  editor = await here.browserOf(here.world.editor)
  ;({ url } = await upload())
})
afterAll(async () => {
  await here.close()
  await line[Symbol.asyncDispose]()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const upload = () => editor.upload('page/upload', FILE, { page_id: pageId })
const listed = async (): Promise<number> => (await editor.post('page/uploadList', { page_id: pageId })).data.length
const save = (content: string) =>
  editor.post('page/save', { page_id: pageId, item_id: itemId, page_title: 'Payments', page_content: content })
const content = async (): Promise<string> => (await editor.post('page/info', { page_id: pageId })).data.page_content
async function inTime<T>(work: Promise<T>): Promise<T> {
  const begin = performance.now()
  const result = await work
  expect(performance.now() - begin).toBeLessThan(SOON_MS)
  return result
}

const BUCKET = () => path.join(folder, 'docs')
const AWAY = () => path.join(folder, 'docs-away')

describe.each([
  ['is stopped', () => line.cut(), () => line.mend()],
  ['hangs', () => line.hush(), () => line.speak()],
  ['refuses everything', () => rename(BUCKET(), AWAY()), () => rename(AWAY(), BUCKET())],
] as const)('while the object storage %s', (state, end, begin) => {
  it('pages are written and read, uploads are refused with a message, and everything works again afterwards', async () => {
    const before = await listed()
    await end()

    const [saved, refused] = await inTime(Promise.all([save(`written while it ${state}`), upload()]))
    expect(saved.error_code).toBe(0)
    expect(await content()).toBe(`written while it ${state}`)
    expect(refused).toMatchObject({ error_code: UNAVAILABLE, success: 0 })
    expect(refused.error_message).not.toBe('')
    const read = await inTime(editor.get(url))
    expect(read.statusCode).toBe(503)
    expect(read.body).not.toContain(FILE.content)

    // After several in vain nobody waits for it any more, and what was refused has left nothing behind.
    for (let more = 0; more < 5; more += 1) expect((await inTime(upload())).error_code).toBe(UNAVAILABLE)
    expect(await listed()).toBe(before)
    expect((await save('once more')).error_code).toBe(0)

    await begin()
    clock.advance(60_000)
    await expect.poll(async () => (await upload()).error_code, { timeout: SOON_MS, interval: 500 }).toBe(0)
    expect((await editor.get(url)).body).toBe(FILE.content)
    expect(await listed()).toBe(before + 1)
    expect(await content()).toBe('once more')
  }, 180_000)
})
