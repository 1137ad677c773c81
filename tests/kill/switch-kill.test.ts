import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo, type CopyPlace } from '#adapters/database/copy.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'
import { expectedOf, SHOWDOC_VERSIONS, showdocFolder } from '#tests/support/showdoc.ts'

/** How often the command is killed: a few times, or as often as OCTAVO_SWITCH_KILLS says. */
const TIMES = Number(process.env['OCTAVO_SWITCH_KILLS'] ?? 3)
const PATIENCE_MS = 1_800_000
const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]
/** The first run is killed within so long; it is not known yet how long one takes. */
const FIRST_MS = 12_000
const SHORTEST_MS = 2_000

interface Ended {
  /** Null for a process that was killed. */
  readonly code: number | null
  readonly text: string
  readonly ms: number
}

/** The command as an operator runs it. @param killAfter milliseconds; null to let it end */
async function run(folder: string, environment: Record<string, string>, killAfter: number | null): Promise<Ended> {
  const begun = Date.now()
  const { child, ended } = launched(environment, 'server/switch.ts', folder)
  if (killAfter !== null) {
    await Promise.race([setTimeout(killAfter), ended])
    child.kill('SIGKILL')
  }
  return { ...(await ended), ms: Date.now() - begun }
}

describe.each(PLACES)('the move from ShowDoc killed at random moments (%s)', (place) => {
  const version = SHOWDOC_VERSIONS.at(-1)
  const cleanups: (() => Promise<unknown>)[] = []
  let environment: Record<string, string> = {}
  let where: CopyPlace
  beforeAll(async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'octavo-switch-killed-'))
    cleanups.push(() => rm(directory, { recursive: true, force: true }))
    environment = { DATA_DIR: directory, LANGUAGE: 'en' }
    where = { directory: path.join(directory, 'database') }
    if (place === 'embedded') await layDatabase(path.join(directory, 'database'))
    else {
      const server = await newServerDatabase()
      cleanups.push(() => server.drop())
      environment['DATABASE_URL'] = server.url
      where = { url: server.url }
    }
  })
  afterAll(async () => {
    for (const clean of cleanups.reverse()) await clean()
  })

  /** Ids of the pages that are there, by items. */
  async function pagesThere(): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const connection = await connectTo(where)
    try {
      const { rows } = await connection.client.query<{ item: number; page: number | null }>(
        `select i.id as item, p.id as page from item i left join page p on p.item_id = i.id`,
      )
      const found = new Map<number, Set<number>>()
      for (const row of rows) found.set(row.item, (found.get(row.item) ?? new Set()).add(row.page ?? 0))
      return found
    } finally {
      await connection.close()
    }
  }

  it.skipIf(version === undefined)(
    'goes on, never has half an item, and ends as if nothing had happened',
    async () => {
      const folder = showdocFolder(version ?? '')
      const expected = expectedOf(version ?? '')
      let longest = FIRST_MS
      for (let time = 0; time < TIMES; time += 1) {
        const { code, text, ms } = await run(folder, environment, randomInt(longest))
        // What ended by itself ended well; the moments after it prove that a run more changes nothing.
        if (code !== null) expect([code, text]).toEqual([0, expect.stringContaining('receipt.html')])
        if (code !== null) longest = Math.max(SHORTEST_MS, ms)
        const there = await pagesThere().catch(nullWithoutTables)
        for (const { page_id, item_id, draft } of expected.pages)
          if (!draft && there?.has(item_id))
            expect([page_id, there.get(item_id)?.has(page_id)]).toEqual([page_id, true])
      }

      const last = await run(folder, environment, null)
      expect([last.code, last.text]).toEqual([0, expect.stringContaining('receipt.html')])
      const receipt = JSON.parse(
        await readFile(path.join(environment['DATA_DIR'] ?? '', 'switch/receipt.json'), 'utf8'),
      ) as { readonly isWhole: boolean }
      expect(receipt.isWhole).toBe(true)
      const again = await run(folder, environment, null)
      expect(again.text).toContain('Nothing was written but the receipt')
      const { size } = await pagesThere()
      expect(size).toBe(expected.items.length)
    },
    PATIENCE_MS,
  )
})

/** The first run may have been killed before there was a table. */
function nullWithoutTables(error: unknown): null {
  if (error instanceof Error && /does not exist/.test(error.message)) return null
  throw error
}
