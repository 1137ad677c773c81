import { mkdir, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SchemaChange } from '#adapters/database/migrate.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { isThere, writeWhole } from '../durable-files.ts'
import { databaseFolderOf } from './data-directory.ts'

/*
 * An older Octavo does not start on a database that a newer one has changed. So the embedded database is copied before its
 * tables are changed, and the copy is the way back.
 */

const RESTORE_POINTS = 'restore-points'
const UNFINISHED = '.unfinished'
const NAME = /^\d{8}T\d{6}Z$/
const KEPT = 2
/** What stays free beside a copy. */
const SPARE_BYTES = 300 * 2 ** 20

/** What the last restore point is the way back from. */
const Last = z.object({ name: z.string(), executed: z.array(z.string()), target: z.string() })
const LAST = 'last.json'

interface RestorePoint {
  readonly change: SchemaChange
  readonly dataDirectory: string
  /** Copies the database into a folder that is not there. */
  copyTo(directory: string): Promise<void>
  readonly now: Date
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * Keeps the embedded database as it is now, beside the one copy from before. Nothing has the name of a restore point that
 * is not whole. Where it cannot be made, the log says so, and the upgrade goes on: a start must not depend on room.
 */
export async function keepRestorePoint(wish: RestorePoint): Promise<void> {
  const { log, dataDirectory } = wish
  const folder = path.join(dataDirectory, RESTORE_POINTS)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeUnfinished(folder)
    const last = await lastIn(folder)
    if (last !== null && isGoingOn(wish.change, last)) {
      log.info(`the upgrade goes on; the way back is still ${path.join(folder, last.name)}`)
      return
    }
    const name = await made(folder, wish)
    // Nothing came of the start that it was made for.
    if (last !== null && isDeepStrictEqual(last.executed, wish.change.executed) && last.name !== name)
      await rm(path.join(folder, last.name), { recursive: true, force: true })
    await removeOldest(folder, name)
  } catch (error) {
    await removeUnfinished(folder).catch(() => undefined)
    log.warn(
      `the database could not be copied before its tables are changed (${error instanceof Error ? error.message : String(error)}): the way back is your last backup`,
    )
  }
}

async function made(folder: string, { change, dataDirectory, copyTo, now, log }: RestorePoint): Promise<string> {
  await assertRoom(dataDirectory)
  const name = nameOf(now)
  const point = path.join(folder, name)
  await copyTo(point + UNFINISHED)
  await rename(point + UNFINISHED, point)
  await writeWhole(path.join(folder, LAST), JSON.stringify({ name, ...change }))
  log.info(
    `before its tables are changed, the database was copied to ${point}: it is the way back to the version before`,
  )
  return name
}

/** A start that was broken off has changed some of the tables: a copy of them would be no way back. */
const isGoingOn = ({ executed, target }: SchemaChange, last: z.output<typeof Last>): boolean =>
  last.target === target &&
  executed.length > last.executed.length &&
  last.executed.every((name) => executed.includes(name))

async function lastIn(folder: string): Promise<z.output<typeof Last> | null> {
  try {
    const last = Last.parse(JSON.parse(await readFile(path.join(folder, LAST), 'utf8')))
    return (await isThere(path.join(folder, last.name))) ? last : null
  } catch {
    return null
  }
}

const nameOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(UNFINISHED)))
    await rm(path.join(folder, name), { recursive: true })
}

/** A copy must not be what fills the disk of the site. */
async function assertRoom(dataDirectory: string): Promise<void> {
  const database = databaseFolderOf(dataDirectory)
  let bytes = 0
  for (const name of await readdir(database, { recursive: true })) bytes += (await stat(path.join(database, name))).size
  const { bavail, bsize } = await statfs(dataDirectory)
  if (bavail * bsize < bytes + SPARE_BYTES) throw new Error('there is too little room for it on the disk')
}

/** Whatever the clock has done, the new one stays. What people have put beside them has other names, and stays as well. */
async function removeOldest(folder: string, made: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== made).toSorted()
  for (const name of others.slice(0, 1 - KEPT)) await rm(path.join(folder, name), { recursive: true })
}
