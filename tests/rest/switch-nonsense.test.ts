import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layHostileShowdoc } from '#tests/support/hostile-showdoc.ts'
import { emptySite } from './moved-site.ts'

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]

/** The rows that a receipt accounts for in two ways. */
const expectWhole = (receipt: Receipt): void => {
  expect(receipt.tables.filter(({ read, carried, kept, left }) => carried + kept + left !== read)).toEqual([])
  expect([receipt.pages.differing, receipt.versions.differing, receipt.attachments.differing]).toEqual([[], [], []])
  expect([receipt.seenPages.differing, receipt.links.broken]).toEqual([[], []])
  expect(receipt.roles.differing.filter(({ isWider, reason }) => isWider && reason === 'wider')).toEqual([])
  expect(receipt.isWhole).toBe(true)
}

describe.each(PLACES)('a ShowDoc whose columns say nothing sensible (%s)', (place) => {
  let folder: string
  let application: ComposedApplication
  let server: Awaited<ReturnType<typeof newServerDatabase>> | null = null
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-nonsense-'))
    await mkdir(path.join(folder, 'Sqlite'))
    const database = new DatabaseSync(path.join(folder, 'Sqlite/showdoc.db.php'))
    layHostileShowdoc(database)
    database.close()
    const uploads = path.join(folder, 'Public/Uploads')
    await mkdir(path.join(uploads, 'folder'), { recursive: true })
    await writeFile(path.join(uploads, 'a.txt'), 'text')
    await writeFile(path.join(uploads, 'line\nbreak.txt'), 'text')
    await writeFile(Buffer.concat([Buffer.from(`${uploads}/`), Buffer.from([0xff, 0xfe])]), 'text')
    await symlink('/etc/passwd', path.join(uploads, 'link'))
    server = place === 'PostgreSQL' ? await newServerDatabase() : null
    application = await emptySite(server ? { DATABASE_URL: server.url } : {})
  }, 240_000)
  afterAll(async () => {
    await application.close()
    await server?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  async function run(isInto = false): Promise<{ readonly wasDone: boolean; readonly receipt: Receipt }> {
    const showdoc = await openShowdoc(folder)
    try {
      const carried = await carry({ showdoc, application, isInto, say: () => undefined })
      return { wasDone: carried.wasDone, receipt: await receiptOf({ showdoc, carried, application }) }
    } finally {
      await showdoc.close()
    }
  }

  let first: Receipt
  it('moves in, and every row is told of', async () => {
    const { receipt } = await run()
    first = receipt

    expectWhole(receipt)
    for (const language of ['en', 'zh-cn'] as const)
      expect(receiptPage(receipt, language)).not.toMatch(/<script|undefined|\[object|\{\w+\}/)
  }, 240_000)

  it('writes nothing when it comes once more, and loses nothing, rows without numbers included', async () => {
    const { wasDone, receipt } = await run()

    expect(wasDone).toBe(true)
    expectWhole(receipt)
    expect(new Set(first.unreadable.map(({ table }) => table)).size).toBeGreaterThan(20)
    const unreadable = (of: Receipt) => of.unreadable.map((row) => JSON.stringify(row)).toSorted()
    expect(unreadable(receipt)).toEqual(unreadable(first))
    expect(receipt.tables).toEqual(first.tables)
    expect(receipt.kept).toEqual([])
  }, 240_000)
})
