import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { aUser } from '#tests/contracts/database/things.ts'
import { figure, type Bench, type Figure } from './support/report.ts'
import { randomFrom, samplePage } from './support/sample-text.ts'

/**
 * Between two requests of readers: some meet a running maintenance statement, and some pauses are long enough for one.
 */
const LONGEST_PAUSE_MS = 4_000

/** How long the nightly maintenance of the embedded database delays readers with occasional requests. */
export const upkeep: Bench = {
  name: 'upkeep',
  async run() {
    return [await heldUp(2_000), await heldUp(20_000)]
  },
}

async function heldUp(pages: number): Promise<Figure> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-upkeep-'))
  const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
  const pageIds = await fill(database, pages)
  await database.upkeep()
  await changeQuarter(database, pageIds)
  await untilIndexed(pages / 4)
  const alone = await longestWait(database, pageIds, () => pause(60_000))
  const began = performance.now()
  const waited = await longestWait(database, pageIds, () => database.upkeep())
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  await database.close()
  await rm(directory, { recursive: true })
  const value = `${Math.round(waited)} ms, done after ${seconds} s (without upkeep ${Math.round(alone)} ms)`
  return figure(`longest wait for a page beside the nightly upkeep, ${pages} pages`, value, '≤ 50 ms', waited <= 50)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function fill(database: OpenDatabase, pages: number): Promise<readonly number[]> {
  const at = new Date()
  const user = await aUser(database, { username: 'bench', registeredAt: at })
  const item = await database.items.insert({
    ...{ name: 'Item', description: '', domain: null, type: 'regular', ownerId: user.id },
    ...{ visitPassword: null, isMembersOnly: false, visitGeneration: 0, isArchived: false },
    globalParams: { query: [], body: [], header: [] },
    ...{ createdAt: at, updatedAt: at },
  })
  const ids: number[] = []
  for (let number = 0; number < pages; number += 500)
    ids.push(
      ...(await database.pages.insertAll(
        Array.from({ length: Math.min(500, pages - number) }, (_, place) => ({
          ...{ itemId: item.id, catalogId: null, title: `Page ${number + place}`, content: samplePage(number + place) },
          ...{ order: 99, authorId: user.id, revision: 1, createdAt: at, savedAt: at, deletion: null },
        })),
      )),
    )
  return ids
}

async function changeQuarter(database: OpenDatabase, pageIds: readonly number[]): Promise<void> {
  for (const [at, id] of pageIds.entries()) {
    if (at % 4 !== 0) continue
    const page = (await database.access.ofPage(id, null))?.page
    if (!page) throw new Error(`page ${id} is gone`)
    const content = samplePage(100_000 + at)
    await database.pages.update({ ...page, content, revision: page.revision + 1 }, page.revision)
  }
}

/** The search index is updated from a second after the last save, in steps, and does not report when it is done. */
const untilIndexed = (pages: number): Promise<void> => pause(5_000 + 15 * pages)

async function longestWait(
  database: OpenDatabase,
  pageIds: readonly number[],
  work: () => Promise<unknown>,
): Promise<number> {
  const random = randomFrom(1)
  const state = { isOver: false }
  let longest = 0
  const asking = (async () => {
    for (let at = 0; !state.isOver; at += 1) {
      await pause(random() * LONGEST_PAUSE_MS)
      const began = performance.now()
      await database.access.ofPage(pageIds[(at * 37) % pageIds.length] ?? 0, null)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  await work().finally(() => (state.isOver = true))
  await asking
  return longest
}
