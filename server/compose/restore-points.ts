import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SchemaChange } from '#adapters/database/migrate.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { isThere, writeWhole } from '../durable-files.ts'
import { hasRoomFor } from './room-for-copies.ts'

/*
 * An older Octavo does not start on a database changed by a newer one. So the database is copied before its tables are
 * changed, and the copy allows going back: the folder of the embedded one, a dump of one on PostgreSQL.
 */

const RESTORE_POINTS = 'restore-points'
const UNFINISHED = '.unfinished'
const NAME = /^\d{8}T\d{6}Z$/
const KEPT = 2

/** The version that created the last restore point. */
const Last = z.object({ name: z.string(), executed: z.array(z.string()), target: z.string() })
const LAST = 'last.json'

interface RestorePoint {
  readonly change: SchemaChange
  readonly dataDirectory: string
  /** Copies the database to a new folder. */
  copyTo(directory: string): Promise<void>
  /** What the copy may take on the disk. */
  bytes(): Promise<number>
  readonly now: Date
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * Copies the database in its current state, keeping one earlier copy. Only complete copies get the name of a restore
 * point. If copying fails, it is logged and the upgrade continues: a start must not depend on disk space.
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
    // The start it was made for did not succeed.
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

async function made(folder: string, { change, bytes, copyTo, now, log }: RestorePoint): Promise<string> {
  if (!(await hasRoomFor(folder, await bytes()))) throw new Error('there is too little room for it on the disk')
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

/** An interrupted start has changed some of the tables: a copy of them would be useless. */
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

/** Whatever the clock says, the new one stays. Files people put beside them have other names, and stay as well. */
async function removeOldest(folder: string, made: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== made).toSorted()
  for (const name of others.slice(0, 1 - KEPT)) await rm(path.join(folder, name), { recursive: true })
}
