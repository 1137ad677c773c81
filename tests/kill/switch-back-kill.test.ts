import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asShowdocImports } from '#plugins/showdoc-export/testing/as-showdoc-imports.ts'
import { isThere } from '#server/durable-files.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { layShowdoc } from '#tests/support/showdoc.ts'

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]
const ITEM = 7
const PAGES = 40
/** The files of the item, which make writing it take a while. */
const FILES = 12
const FILE_BYTES = 4_000_000
const COMMAND = 'server/switch.ts'

const nameOf = (at: number): string => `Public/Uploads/2026-01-01/${at}.bin`
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  insert into user values (1, 'ann', 'x', 1);
  insert into item values (${ITEM}, '订单 Orders', 1);
  ${Array.from({ length: PAGES }, (_, at) => `insert into page values (${at + 1}, ${ITEM}, 'Page ${at}', 'text ${at} [f](/${nameOf(at % FILES)})');`).join('\n')}`

/** Whether the file began to grow before the process ended. */
async function growing(file: string, process: Promise<unknown>): Promise<boolean> {
  const ended = process.then(() => 'ended' as const)
  for (;;) {
    const { size } = await stat(file).catch(() => ({ size: 0 }))
    if (size > 0) return true
    if ((await Promise.race([ended, setTimeout(1)])) === 'ended') return false
  }
}

describe.each(PLACES)('npm run switch -- --back (%s)', (place) => {
  const ends: (() => Promise<unknown>)[] = []
  let directory = ''
  let environment: Record<string, string> = {}
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-back-'))
    ends.push(() => rm(directory, { recursive: true, force: true }))
    const showdoc = path.join(directory, 'showdoc')
    await mkdir(path.join(showdoc, path.dirname(nameOf(0))), { recursive: true })
    layShowdoc(showdoc, SHOWDOC)
    for (let at = 0; at < FILES; at += 1) await writeFile(path.join(showdoc, nameOf(at)), randomBytes(FILE_BYTES))
    environment = { DATA_DIR: path.join(directory, 'data'), LANGUAGE: 'en' }
    await mkdir(environment['DATA_DIR'] ?? '')
    if (place === 'embedded') await layDatabase(path.join(environment['DATA_DIR'] ?? '', 'database'))
    else {
      const server = await newServerDatabase()
      ends.push(() => server.drop())
      environment['DATABASE_URL'] = server.url
    }
    const moved = await ended(environment, COMMAND, showdoc)
    expect([moved.code, moved.text]).toEqual([0, expect.stringContaining('receipt.html')])
  }, 600_000)
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  async function expectWhole(file: string, said: string): Promise<void> {
    const zip = await readFile(file)
    expect(said).toContain(`${zip.length} bytes, SHA-256 ${createHash('sha256').update(zip).digest('hex')}.`)
    expect(zip.length).toBeGreaterThan(FILES * FILE_BYTES)
    const { pages } = await asShowdocImports(zip)
    expect(pages.map(({ title }) => title).toSorted()).toEqual(
      Array.from({ length: PAGES }, (_, at) => `Page ${at}`).toSorted(),
    )
  }

  it('killed while it writes leaves no file that looks whole, and the next run writes it', async () => {
    const file = path.join(directory, 'killed.zip')
    const { child, ended: over } = launched(environment, COMMAND, '--back', String(ITEM), file)
    expect(await growing(`${file}.unfinished`, over)).toBe(true)
    child.kill('SIGKILL')
    const { code, text } = await over
    // It may have ended in the moment between.
    if (code === 0) await expectWhole(file, text)
    else expect(await isThere(file)).toBe(false)

    await rm(file, { force: true })
    const again = await ended(environment, COMMAND, '--back', String(ITEM), file)
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('订单 Orders is in')])
    await expectWhole(file, again.text)
    expect(await isThere(`${file}.unfinished`)).toBe(false)
  }, 600_000)

  it('tells what it does not do, with an exit code of its own, and writes nothing', async () => {
    const there = path.join(directory, 'there.zip')
    await writeFile(there, 'of somebody')
    const [taken, missing, unwritable, misspelt] = [
      await ended(environment, COMMAND, '--back', String(ITEM), there),
      await ended(environment, COMMAND, '--back', '8', path.join(directory, 'new.zip')),
      await ended(environment, COMMAND, '--back', String(ITEM), path.join(directory, 'no/new.zip')),
      await ended(environment, COMMAND, '--back', 'Orders', path.join(directory, 'new.zip')),
    ]

    expect([taken.code, taken.text]).toEqual([2, expect.stringContaining('there.zip is there already.')])
    expect([missing.code, missing.text]).toEqual([2, expect.stringContaining('this Octavo has no item 8.')])
    expect([unwritable.code, unwritable.text]).toEqual([2, expect.stringContaining('no/new.zip cannot be written.')])
    expect([misspelt.code, misspelt.text]).toEqual([1, expect.stringContaining('usage: npm run switch')])
    for (const { text } of [taken, missing, unwritable, misspelt]) expect(text).not.toMatch(/^\s+at /m)
    expect(await readFile(there, 'utf8')).toBe('of somebody')
    expect(await isThere(path.join(directory, 'new.zip'))).toBe(false)
  }, 600_000)
})
