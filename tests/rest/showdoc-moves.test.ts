import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { ReceivedFile } from '#adapters/storage/local/received-file.ts'
import { newUser } from '#core/account/registration.ts'
import type { ShowdocFile, ShowdocMoveOf, ShowdocSource } from '#core/ports/showdoc-moves.ts'
import { createApp } from '#server/app.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import type { ComposedApplication } from '#server/application.ts'
import { carryWithReceipt } from '#server/switch/carry-with-receipt.ts'
import { isAsSigned } from '#server/switch/signature.ts'
import { openShowdoc } from '#server/switch/look.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { packed } from '#tests/support/packed.ts'
import { describeShowdocs, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'
import { Browser } from './harness.ts'
import { emptySite } from './moved-site.ts'

const TOOLS = { signal: new AbortController().signal, progress: (): void => undefined }
// Each version and each database once; `switch.test.ts` carries what is left out here.
const PLACES = SHOWDOC_VERSIONS.map((version, at) => ({
  version,
  place: POSTGRES_URL && at % 2 === 0 ? ('PostgreSQL' as const) : ('embedded' as const),
}))

describeShowdocs(PLACES, 'ShowDoc $version that moves into a running site ($place)', ({ version, place }) => {
  const folder = showdocFolder(version)
  const ends: (() => Promise<unknown>)[] = []
  let directory = ''
  let asCommand: ComposedApplication
  let running: ComposedApplication
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-moves-'))
    ends.push(() => rm(directory, { recursive: true, force: true }))
    asCommand = await site()
    running = await site()
  }, 240_000)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** A site with its first administrator, as every running one has. */
  async function site(): Promise<ComposedApplication> {
    const server = place === 'PostgreSQL' ? await newServerDatabase() : null
    if (server) ends.push(() => server.drop())
    const application = await emptySite({
      SHOWDOC_FOLDERS: folder,
      ...(server && { DATABASE_URL: server.url }),
    })
    ends.push(() => application.close())
    const { database: store, services } = application.product
    await store.users.insert({ ...(await newUser({ store, services }, ADMIN)), isAdmin: true })
    return application
  }

  const receiptIn = async ({ config }: ComposedApplication): Promise<Receipt> =>
    JSON.parse(await readFile(path.join(config.DATA_DIR, 'switch/receipt.json'), 'utf8')) as Receipt
  /** What two moves of one ShowDoc have in common. */
  const comparable = (receipt: Receipt) => {
    const { from, seenPages } = receipt
    // Drawn by lot.
    const pages = seenPages.pages.toSorted((a, b) => a.id - b.id)
    const file = path.basename(from.file)
    return { ...receipt, begunAt: '', signature: '', seenPages: { ...seenPages, pages }, from: { ...from, file } }
  }
  const all: ShowdocSource = { folder, only: null }
  const leftBy = async (of: ShowdocMoveOf, file: ShowdocFile): Promise<string | null> => {
    const found = await moves().left(of, file)
    if (found === null) return null
    const pieces: Uint8Array[] = []
    for await (const piece of found.content) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  const moves = () => running.product.services.showdocMoves

  it('is looked at first, and nothing is written', async () => {
    const before = await running.carrying.carry((rows) => rows.idsOf('item'))

    const look = await moves().look(all, TOOLS)

    expect(look.tables.find(({ name }) => name === 'page')?.rows).toBeGreaterThan(10)
    expect([look.items.length > 3, look.seconds > 0, look.bytes > 1_000]).toEqual([true, true, true])
    expect(await running.carrying.carry((rows) => rows.idsOf('item'))).toEqual(before)
    expect(await moves().receipts()).toEqual([])
  })

  it('brings what the command brings, with the same receipt', async () => {
    const showdoc = await openShowdoc(folder)
    const links = { choice: null, hosts: [], address: null }
    await carryWithReceipt({ showdoc, application: asCommand, isInto: true, links, say: () => undefined })
    await showdoc.close()

    const steps = new Set<string>()
    const wish = { ...all, links: null, address: '', showsPictures: false, mayBeOlder: false, uploadedAt: null }
    const moved = await moves().carry(wish, { ...TOOLS, progress: ({ step }) => void steps.add(step) })

    expect(moved).toMatchObject({ isWhole: true, wasDone: false })
    expect([...steps]).toEqual(['reading', 'accounts', 'items', 'files', 'belongings', 'proof'])
    const [byCommand, byServer] = [await receiptIn(asCommand), await receiptIn(running)]
    expect(byServer.isWhole).toBe(true)
    expect(comparable(byServer)).toEqual(comparable(byCommand))
    const page = await leftBy({ source: 1, item: null }, 'html')
    expect(page !== null && isAsSigned(page, running.secretKey)).toBe(true)
    const { file: from } = byServer.from
    expect(await moves().receipts()).toMatchObject([{ source: 1, item: null, isWhole: true, hasKept: true, from }])
    const kept = await leftBy({ source: 1, item: null }, 'kept')
    expect(Object.keys(JSON.parse(kept ?? '{}') as object)).toContain('item_variable')
    expect(await readdir(path.join(running.config.DATA_DIR, 'switch/copies'))).toEqual([])
  }, 480_000)

  it('puts on record who downloads the kept data, which may hold secrets, and not who reads a receipt', async () => {
    const app = await createApp(running, { hasPages: false })
    onTestFinished(() => app.close())
    const admin = new Browser([app], {}, '')
    await admin.logIn(ADMIN.username, ADMIN.password)

    for (const kind of ['html', 'json', 'kept'])
      expect((await admin.get(`/api/showdoc/receipt?kind=${kind}`)).statusCode).toBe(200)

    const { data } = await admin.post('audit/getList', { action: 'showdoc.keptDataDownloaded' })
    expect(data).toMatchObject({ list: [{ username: ADMIN.username, detail: 'kept-from-showdoc.json' }], total: 1 })
  })

  it('writes nothing again, from an archive as little as from the folder', async () => {
    for (const kind of ['zip', 'tar.gz'] as const) {
      const archive = path.join(directory, `${place}.${kind}`)
      await packed(folder, archive, kind)
      const file = new ReceivedFile('showdoc.zip', (await readFile(archive)).length, archive)
      await moves().take(file)
      expect(await moves().upload()).toMatchObject({ name: 'showdoc.zip', bytes: file.bytes })

      const moved = await moves().carry(
        { folder: '', only: null, links: null, address: '', showsPictures: false, mayBeOlder: false, uploadedAt: null },
        TOOLS,
      )

      expect(moved).toMatchObject({ isWhole: true, wasDone: true })
      // No copy with the passwords of people is left.
      expect(await moves().upload()).toBeNull()
      expect(await readdir(path.join(running.config.DATA_DIR, 'switch'))).not.toContain('upload')
      expect((await receiptIn(running)).tables).toEqual((await receiptIn(asCommand)).tables)
    }
  }, 480_000)

  it('comes from no folder that the operator did not name', async () => {
    const other = {
      folder: path.dirname(folder),
      only: null,
      links: null,
      address: '',
      showsPictures: false,
      mayBeOlder: false,
      uploadedAt: null,
    }

    await expect(moves().carry(other, TOOLS)).rejects.toThrow('showdocUnusable')
    await expect(moves().look(other, TOOLS)).rejects.toThrow('showdocUnusable')
  })

  it('does not carry another archive than the one that was looked at', async () => {
    const app = await createApp(running, { hasPages: false })
    onTestFinished(() => app.close())
    const admin = new Browser([app], {}, '')
    await admin.logIn(ADMIN.username, ADMIN.password)
    const archive = path.join(directory, `${place}.zip`)
    await packed(folder, archive, 'zip')
    const bytes = (await readFile(archive)).length
    await moves().take(new ReceivedFile('showdoc.zip', bytes, archive))
    onTestFinished(() => moves().discardUpload())

    const seen = JSON.stringify({ upload: '2026-03-01T09:30:00.000Z' })
    const refusal = await admin.post('showdoc/carry', { seen })
    const other = {
      links: null,
      address: '',
      showsPictures: false,
      mayBeOlder: false,
      uploadedAt: new Date('2026-03-01T09:30:00Z'),
    }

    expect(refusal).toMatchObject({ error_code: 10416 })
    expect((await admin.post('showdoc/read')).data).toMatchObject({ task_id: 0 })
    await expect(moves().carry({ ...all, folder: '', ...other }, TOOLS)).rejects.toMatchObject({
      cause: { code: 'otherUpload' },
    })
    expect(await moves().upload()).toMatchObject({ bytes })
  })

  it('tells in the language of whoever asks why it cannot come', async () => {
    const app = await createApp(running, { hasPages: false })
    onTestFinished(() => app.close())
    const told = async (language: string): Promise<unknown> => {
      const admin = new Browser([app], { 'accept-language': language }, '')
      await admin.logIn(ADMIN.username, ADMIN.password)
      return admin.upload('showdoc/upload', { name: 'showdoc.zip', content: 'no archive' })
    }

    expect(await told('en')).toMatchObject({
      error_message: 'This ShowDoc cannot be used: the archive is refused: it is neither a zip nor a tar.gz.',
    })
    expect(await told('zh-cn')).toMatchObject({
      error_message: '无法使用此 ShowDoc：压缩包不符合要求：不是 zip 或 tar.gz。',
    })
  })

  it.skipIf(place === 'embedded')(
    'keeps the archive of a move that begins while another one is sent',
    async () => {
      const app = await createApp(running, { hasPages: false })
      onTestFinished(() => app.close())
      const admin = new Browser([app], {}, '')
      await admin.logIn(ADMIN.username, ADMIN.password)
      const send = (name: string) => admin.upload('showdoc/upload', { name, content: 'PK\u0003\u0004' })
      expect((await send('first.zip')).error_code).toBe(0)
      onTestFinished(() => moves().discardUpload())
      const { transaction, script } = running.product.database as OpenDatabase
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const [startedBy] = await running.product.database.users.admins()
      const sent: ReturnType<typeof send>[] = []

      await transaction(async (store) => {
        await store.settings.hold('showdoc')
        const task = { kind: 'showdoc.carry', startedById: startedBy?.id ?? 0, language: 'en', input: {} } as const
        await store.tasks.insert({ ...task, startedAt: running.product.services.clock.now() }, 9)
        sent.push(send('second.zip'))
        const blocked = `do $$ begin if not exists (${waits}) then raise 'nobody waits'; end if; end $$`
        await Promise.race([...sent, vi.waitFor(() => script(blocked), { timeout: 20_000 })])
      })

      expect(await sent[0]).toMatchObject({ error_code: 10490 })
      expect(await moves().upload()).toMatchObject({ name: 'first.zip' })
    },
    60_000,
  )
})
