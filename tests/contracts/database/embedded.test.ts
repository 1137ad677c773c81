import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryInUse, lockDirectory } from '#adapters/database/directory-lock.ts'
import { startEngine } from '#adapters/database/embedded/engine.ts'
import type { EngineThreadOptions, EngineReply, EngineRequest } from '#adapters/database/embedded/messages.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { embeddedPool } from '#adapters/database/pools.ts'
import { databaseImage, layDatabase } from '#tests/support/database.ts'
import { spawnScript } from '#tests/support/short-lived.ts'

const CHILD = path.join(import.meta.dirname, 'writer-child.ts')

let directory = ''
let child: ChildProcess | null = null
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-embedded-'))
})
afterEach(async () => {
  await killed()
  await rm(directory, { recursive: true, force: true })
})

/** Starts the writer and reads what it says until `until` holds. */
async function writing(until: (said: readonly string[]) => boolean): Promise<readonly string[]> {
  const writer = spawnScript(CHILD, directory)
  writer.stderr.pipe(process.stderr)
  child = writer
  const said: string[] = []
  for await (const line of createInterface({ input: writer.stdout })) {
    said.push(line)
    if (until(said)) break
  }
  return said
}

async function killed(): Promise<void> {
  const dying = child
  child = null
  if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
  const gone = new Promise((resolve) => dying.once('exit', resolve))
  dying.kill('SIGKILL')
  await gone
}

describe('the embedded database', { timeout: 120_000 }, () => {
  it('keeps nothing of what it has answered', async () => {
    const asked = new Int32Array(new SharedArrayBuffer(4))
    const workerData: EngineThreadOptions = { directory: null, image: await databaseImage(), asked }
    const engine = new Worker(new URL(import.meta.resolve('#adapters/database/embedded/engine-thread.ts')), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 96 },
    })
    const replies = on(engine, 'message')
    const answered = async (): Promise<EngineReply> => (await replies.next()).value?.[0] as EngineReply
    expect(await answered()).toEqual({ kind: 'ready' })
    const sql = Buffer.from("select repeat('x', 500000)\0")
    const query = Buffer.concat([Buffer.from([0x51, 0, 0, 0, sql.length + 4]), sql])

    // A hundred megabytes more than there is room for.
    for (let asked = 0; asked < 400; asked += 1) {
      const asking: EngineRequest = { kind: 'bytes', client: 1, bytes: new Uint8Array(query), limitMs: null }
      engine.postMessage(asking, [])
      expect(await answered()).toMatchObject({ kind: 'bytes', bytes: { length: expect.any(Number) as number } })
    }
    await engine.terminate()
  })

  it('is held by one process, and free at once when that one is killed', async () => {
    await layDatabase(path.join(directory, 'database'))
    await writing((said) => said.includes('open'))

    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUse)
    await expect(lockDirectory(directory)).rejects.toThrow(`another Octavo is using the data directory ${directory}`)

    await killed()
    const lock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUse)
    await lock.release()
    await (await lockDirectory(directory)).release()
  })

  it('has every acknowledged save after kill -9, twice', async () => {
    await layDatabase(path.join(directory, 'database'))
    const saved = new Set<number>()
    for (let round = 0; round < 2; round += 1) {
      const enough = saved.size + 60
      const said = await writing((lines) => lines.length > enough)
      await killed()
      for (const line of said) if (line.startsWith('saved ')) saved.add(Number(line.slice(6)))

      const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
      for (const id of saved) {
        const page = (await database.access.ofPage(id, null))?.page
        expect(page?.content.startsWith(`second ${id} `), `page ${id}`).toBe(true)
        expect(await database.versions.ofPage(id)).toMatchObject([{ revision: 1, content: 'first' }])
      }
      await database.close()
    }
    expect(saved.size).toBeGreaterThan(60)
  })

  it('keeps its log of changes short, however much is written, so that a start after a crash reads little', async () => {
    const database = path.join(directory, 'database')
    await layDatabase(database)
    const engine = await startEngine({ directory: database, image: null })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query('create table long (n integer, value text)')
    const added = `insert into long select n, repeat(md5(n::text), 60000) from generate_series(1, 5) n`
    await pool.query('alter table long alter column value set storage external')
    const readAtStart = async (): Promise<number> => {
      const { rows } = await pool.query<{ bytes: string }>(
        'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
      )
      return Number(rows[0]?.bytes)
    }
    let longest = 0
    for (let written = 0; written < 30; written += 1) {
      await pool.query(added)
      longest = Math.max(longest, await readAtStart())
    }
    await pool.end()
    await engine.kill()

    const names = await readdir(path.join(database, 'pg_wal'))
    const sizes = await Promise.all(names.map((name) => stat(path.join(database, 'pg_wal', name))))
    const log = sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
    expect(longest).toBeLessThan(64 * 2 ** 20)
    expect(log).toBeLessThan(256 * 2 ** 20)
  }, 240_000)

  it('syncs every commit to disk', async () => {
    const engine = await startEngine({ directory: path.join(directory, 'database'), image: null })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query('create table synced (n integer)')
    for (let n = 0; n < 50; n += 1) await pool.query('insert into synced values ($1)', [n])
    await pool.end()

    expect(await engine.close()).toBeGreaterThanOrEqual(51)
  })

  it('leaves nothing of a client that went away in the middle of a transaction', async () => {
    const engine = await startEngine({ directory: null, image: await databaseImage() })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query('create table kept (n integer)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into kept values (1)')
    client.release(true)

    const { rows } = await pool.query('select count(*)::integer as count from kept')

    expect(rows).toEqual([{ count: 0 }])
    await pool.end()
    await engine.close()
  })

  it('answers with an error instead of hanging when its thread has ended', async () => {
    const engine = await startEngine({ directory: null, image: await databaseImage() })
    const pool = embeddedPool(engine, () => undefined)
    const running = pool.query('select pg_sleep(60)').catch((error: unknown) => error)

    await engine.kill()

    expect(await running).toMatchObject({ message: expect.stringContaining('the embedded database has stopped') })
    await expect(pool.query('select 1')).rejects.toThrow('the embedded database has stopped')
    await pool.end()
    await expect(engine.close()).rejects.toThrow('the embedded database has stopped')
  })
})
