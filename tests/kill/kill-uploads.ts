import { Chance } from '#tests/simulation/chance.ts'
import type { Caller } from './caller.ts'
import { contentSentAs, FileSender } from './file-sender.ts'
import type { KillOptions } from './kill.ts'
import { withKilledServer } from './killed-server.ts'
import { keptFiles } from './kept-files.ts'

export interface UploadKillReport {
  /** Uploads that were acknowledged. */
  readonly kept: number
  readonly problems: readonly string[]
}

const SENDERS = 6

/**
 * Kills the real server again and again while people upload files, and looks after each new start whether everything
 * that was acknowledged is served byte for byte, and everything that is listed at all (R19). In the end a sweep, a day
 * later, leaves nothing but the files that are listed.
 */
export async function killUploads({ times, database, tell = () => undefined }: KillOptions): Promise<UploadKillReport> {
  const chance = new Chance(times)
  const problems: string[] = []
  return withKilledServer(database, async ({ directory, caller, killDuring, stop }) => {
    const { item_id: itemId } = await caller.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Kill' })
    const page = { item_id: itemId, page_id: 0, page_title: 'Files', page_content: 'Files' }
    const { page_id: pageId } = await caller.call<{ page_id: number }>('page/save', page)
    const senders = Array.from({ length: SENDERS }, (_, n) => new FileSender(caller, pageId, `sender${n + 1}`))
    const seen = new Set<string>()
    const kept = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    for (let kill = 1; kill <= times; kill += 1) {
      const deeds = senders.map((sender) => () => sender.send())
      await killDuring(deeds, chance.between(5, 60))
      for (const sender of senders) problems.push(...(await sender.problems()))
      problems.push(...(await problemsOfList(caller, pageId, kept(), seen)))
      tell(`kill ${kill}: ${kept()} uploads acknowledged so far`)
    }
    // What was there after one kill must have survived those after it.
    for (const sender of senders) problems.push(...(await sender.problems('all')))
    problems.push(...(await problemsOfList(caller, pageId, kept(), new Set())))
    await stop()
    problems.push(...(await problemsAfterSweep(directory, database)))
    return { kept: kept(), problems }
  })
}

/**
 * Also an upload of which nobody heard is there as a whole, or not at all.
 * @param seen addresses that need no second look, to which those of the list are added
 */
async function problemsOfList(
  caller: Caller,
  pageId: number,
  kept: number,
  seen: Set<string>,
): Promise<readonly string[]> {
  const list = await caller.call<readonly { display_name: string; url: string }[]>('page/uploadList', {
    page_id: pageId,
  })
  const problems = list.length < kept ? [`${list.length} files are listed, ${kept} were acknowledged`] : []
  for (const { display_name: name, url } of list) {
    if (seen.has(url)) continue
    seen.add(url)
    const content = await caller.fetched(url)
    if (!content?.equals(contentSentAs(name))) problems.push(`${name} is listed, but not there as it was sent`)
  }
  return problems
}

const DAY_MS = 24 * 3_600_000
async function problemsAfterSweep(directory: string, database?: string): Promise<readonly string[]> {
  await using files = await keptFiles(directory, database)
  const before = await files.listed()
  await files.sweepIn(DAY_MS + 60_000)
  const [listed, blobs, incoming] = await Promise.all([files.listed(), files.blobs(), files.incoming()])
  const problems = listed.join() === before.join() ? [] : ['the sweep took files that are listed']
  if (blobs.join() !== listed.join()) problems.push(`${blobs.length} blobs are kept for ${listed.length} files`)
  if (incoming.length > 0) problems.push(`${incoming.length} temporary files are left`)
  return problems
}
