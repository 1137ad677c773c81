import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { holdsDatabase, keptNewDatabase, shareNewDatabase } from '#adapters/database/embedded/new-database.ts'
import { openDatabase } from '#adapters/database/open.ts'

/** Makes the database that new sites begin with, see `new-database.ts`, unless it is kept already. */
export async function buildNewDatabase(): Promise<void> {
  const kept = await keptNewDatabase()
  if (await holdsDatabase(kept)) return
  const folder = path.dirname(kept)
  await mkdir(folder, { recursive: true })
  for (const former of await readdir(folder))
    if (!former.includes(UNFINISHED)) await rm(path.join(folder, former), { recursive: true, force: true })
  const unfinished = `${kept}${UNFINISHED}${randomUUID()}`
  await (await openDatabase({ location: { kind: 'directory', path: unfinished } })).close()
  await shareNewDatabase(unfinished)
  await rename(unfinished, kept).catch(async (error: unknown) => {
    // Another process was faster.
    await rm(unfinished, { recursive: true })
    if (!(await holdsDatabase(kept))) throw error
  })
}
const UNFINISHED = '.unfinished-'
