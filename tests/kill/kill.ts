import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '#tests/e2e/support/running-server.ts'
import { Chance } from '#tests/simulation/chance.ts'
import { callerOf, type Caller } from './caller.ts'
import { killedDuring } from './killed-during.ts'
import { PageWriter } from './page-writer.ts'

export interface KillOptions {
  readonly times: number
  /** The address of a PostgreSQL database; the embedded one when left out. */
  readonly database?: string
  tell?(line: string): void
}
export interface KillReport {
  /** Saves that were acknowledged, and those of which nobody heard. */
  readonly saved: number
  readonly unknown: number
  readonly slowestStartMs: number
  readonly problems: readonly string[]
}

const WRITERS = 6

/**
 * Kills the real server again and again while people save over HTTP, and looks after each new start whether everything
 * that was acknowledged is there, whole, in the history and in the menu, and told to who follows the page (R1, R20). A
 * save whose answer was lost is asked for
 * again with its save id.
 */
export async function killMany({ times, database, tell = () => undefined }: KillOptions): Promise<KillReport> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-kill-'))
  const environment: Record<string, string> = database ? { DATABASE_URL: database } : {}
  const start = () => startServer({ dataDirectory: directory, environment })
  const chance = new Chance(times)
  const problems: string[] = []
  let slowestStartMs = 0
  let server = await start()
  try {
    const caller = await callerOf(() => server.url)
    const { item_id: itemId } = await caller.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Kill' })
    const writers = Array.from({ length: WRITERS }, (_, n) => new PageWriter(caller, itemId, `page ${n + 1}`))
    for (let kill = 1; kill <= times; kill += 1) {
      await killedDuring(
        server,
        writers.map((writer) => () => writer.save()),
        chance.between(10, 120),
      )
      const since = performance.now()
      server = await start()
      slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - since))
      for (const writer of writers) problems.push(...(await writer.problemsAfterKill()))
      for (const writer of writers) problems.push(...(await writer.problemsOfReminders()))
      for (const writer of writers) await writer.follow()
      problems.push(...(await problemsOfMenu(caller, itemId, writers)))
      tell(`kill ${kill}: ${sumOf(writers, 'saved')} saves acknowledged so far`)
    }
    return { saved: sumOf(writers, 'saved'), unknown: sumOf(writers, 'unknown'), slowestStartMs, problems }
  } finally {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function problemsOfMenu(
  caller: Caller,
  itemId: number,
  writers: readonly PageWriter[],
): Promise<readonly string[]> {
  const { menu } = await caller.call<{ menu: { pages: { page_id: number; page_title: string }[] } }>('item/info', {
    item_id: itemId,
  })
  const shown = menu.pages.map(({ page_title: title }) => title).sort()
  const expected = writers.filter(({ exists }) => exists).map(({ title }) => title)
  return shown.join() === expected.sort().join() ? [] : [`the menu shows ${shown.join(', ')}`]
}

const sumOf = (writers: readonly PageWriter[], field: 'saved' | 'unknown'): number =>
  writers.reduce((sum, writer) => sum + writer[field], 0)
