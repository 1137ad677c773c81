import { Chance } from '#tests/simulation/chance.ts'
import type { Caller } from './caller.ts'
import { withKilledServer } from './killed-server.ts'
import { PageWriter } from './page-writer.ts'
import { problemsAfterSweep, Senders } from './senders.ts'

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
  /** Uploads that were acknowledged. */
  readonly kept: number
  readonly slowestStartMs: number
  readonly problems: readonly string[]
}

const WRITERS = 6

/**
 * Kills the real server again and again while people save and upload over HTTP, and looks after each new start whether
 * everything that was acknowledged is there, whole, in the history and in the menu, and told to who follows the page (R1,
 * R20), and every file is served byte for byte (R19). A save whose answer was lost is asked for again with its save id.
 */
export async function killMany({ times, database, tell = () => undefined }: KillOptions): Promise<KillReport> {
  const chance = new Chance(times)
  const problems: string[] = []
  let slowestStartMs = 0
  return withKilledServer(database, async ({ directory, caller, killDuring, stop }) => {
    const { item_id: itemId } = await caller.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Kill' })
    const writers = Array.from({ length: WRITERS }, (_, n) => new PageWriter(caller, itemId, `page ${n + 1}`))
    const senders = await Senders.on(caller)
    for (let kill = 1; kill <= times; kill += 1) {
      const deeds = [...writers.map((writer) => () => writer.save()), ...senders.deeds]
      slowestStartMs = Math.max(slowestStartMs, await killDuring(deeds, chance.between(10, 120)))
      for (const writer of writers) problems.push(...(await writer.problemsAfterKill()))
      for (const writer of writers) problems.push(...(await writer.problemsOfReminders()))
      for (const writer of writers) await writer.follow()
      problems.push(...(await problemsOfMenu(caller, itemId, writers)))
      problems.push(...(await senders.problems()))
      tell(`kill ${kill}: ${sumOf(writers, 'saved')} saves and ${senders.kept} uploads acknowledged so far`)
    }
    problems.push(...(await senders.problems('all')))
    await stop()
    problems.push(...(await problemsAfterSweep(directory, database)))
    const { kept } = senders
    return { saved: sumOf(writers, 'saved'), unknown: sumOf(writers, 'unknown'), kept, slowestStartMs, problems }
  })
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
