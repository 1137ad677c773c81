import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { embeddedPool } from '../pools.ts'
import { startEngine } from './engine.ts'
import { SyncedFiles } from './synced-files.ts'
import { Upkeep } from './upkeep.ts'

let folder = ''
let directory = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-upkeep-'))
  directory = path.join(folder, 'database')
  await layDatabase(directory)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MIB = 2 ** 20
// Stored uncompressed, so that the WAL grows by the same size.
const TABLE = `create table kept (id integer primary key, content text);
  alter table kept alter content set storage external`

const need = (table: string, of: object) => ({
  ...{ table, columns: 'id' },
  ...{ mustAnalyze: false, mustVacuum: false, mustVacuumTexts: false },
  ...of,
})

describe('the upkeep of the embedded database', { timeout: 120_000 }, () => {
  it('keeps the log of changes short, also within a long transaction', async () => {
    const engine = await startEngine({ directory, image: null })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query(TABLE)
    const client = await pool.connect()
    await client.query('begin')
    const lengths: number[] = []
    for (let id = 0; id < 50; id += 1) {
      await client.query(`insert into kept values ($1, repeat('x', ${2 * MIB}))`, [id])
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
      )
      lengths.push(Number(rows[0]?.bytes))
    }
    await client.query('commit')
    client.release()

    expect(Math.max(...lengths)).toBeGreaterThan(16 * MIB)
    expect(Math.max(...lengths)).toBeLessThan(40 * MIB)
    const { rows } = await pool.query<{ mib: number }>(
      `select (sum(size) / ${MIB})::integer as mib from pg_ls_waldir()`,
    )
    expect(rows[0]?.mib).toBeLessThanOrEqual(128)
    await pool.end()
    await engine.close()
  })

  it('counts tables and takes deleted rows away by night, beside clients and their transactions', async () => {
    const engine = await startEngine({ directory, image: null })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query(TABLE)
    await pool.query(`insert into kept select n, repeat('x', 3000) from generate_series(1, 3000) n`)
    await pool.query('delete from kept where id > 1000')
    await pool.query('select pg_stat_force_next_flush()')
    const client = await pool.connect()
    await client.query('begin')
    const done = engine.upkeep()
    await client.query('select 1')
    await client.query('rollback')
    client.release()
    await done

    const { rows } = await pool.query(
      `select c.reltuples as counted, s.n_dead_tup::integer as dead, t.n_dead_tup::integer as "deadTexts"
       from pg_class c join pg_stat_all_tables s on s.relid = c.oid join pg_stat_all_tables t on t.relid = c.reltoastrelid
       where c.relname = 'kept'`,
    )
    expect(rows).toEqual([{ counted: 1000, dead: 0, deadTexts: 0 }])
    await pool.end()
    await engine.close()
  })

  it('gives a statement up that takes too long, and goes on', async () => {
    const files = new SyncedFiles(directory)
    const engine = await PGlite.create({ fs: files })
    await engine.exec(TABLE)
    await engine.exec(`insert into kept select n, repeat('x', 3000) from generate_series(1, 20000) n`)
    await engine.exec('delete from kept')

    const vacuum = () => engine.exec('vacuum kept')
    const forever = Number.POSITIVE_INFINITY
    await expect(files.within(0, vacuum)).rejects.toMatchObject({ code: '57014' })
    let looks = 0
    await expect(files.within(forever, vacuum, () => (looks += 1) > 3)).rejects.toMatchObject({ code: '57014' })
    await files.within(forever, vacuum)
    expect((await engine.query('select pg_relation_size(reltoastrelid) as size from pg_class where relname = $1', ['kept'])).rows).toEqual([{ size: 0 }]) // prettier-ignore
    await engine.close()
  })

  it('ends a statement of a client that takes longer than it may, and no other', async () => {
    const engine = await startEngine({ directory, image: null })
    const pool = embeddedPool(engine, () => undefined)
    await pool.query(TABLE)
    const fill = () => pool.query(`insert into kept select n, repeat('x', 3000) from generate_series(1, 5000) n`)

    engine.limitStatements(0)
    await expect(fill()).rejects.toMatchObject({ code: '57014' })
    engine.limitStatements(null)
    await fill()

    expect((await pool.query('select count(*)::integer as count from kept')).rows).toEqual([{ count: 5000 }])
    await pool.end()
    await engine.close()
  })

  it.each([0, 1, 7])('begins again by night what was in the way of somebody, %i times', async (times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const said: string[] = []
    let inTheWay = times
    const upkeep = new Upkeep({
      rows: async <Row>() => [need('large', { mustAnalyze: true })] as Row[],
      quiet: async () => void said.push('quiet'),
      async run(_, { untilAsked }) {
        said.push(untilAsked ? 'until asked' : 'whatever happens')
        return (inTheWay -= 1) < 0
      },
    })

    const night = upkeep.byNight()
    await vi.advanceTimersByTimeAsync(300_000)
    await night

    expect(said).toEqual(Array.from({ length: times + 1 }, () => ['quiet', 'until asked']).flat())
  })

  it('does by the end of the night what was in the way each time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const done: string[] = []
    const upkeep = new Upkeep({
      rows: async <Row>() => [need('large', { mustVacuum: true }), need('other', { mustAnalyze: true })] as Row[],
      quiet: async () => undefined,
      async run(sql, { untilAsked }) {
        if (!untilAsked) done.push(sql)
        return !untilAsked
      },
    })

    const night = upkeep.byNight()
    await vi.advanceTimersByTimeAsync(19 * 60_000)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    await night

    expect(done).toEqual(['vacuum (truncate off, process_toast off) large', 'analyze other (id)'])
  })

  it('leaves for the night what took too long by day', async () => {
    const asked: (readonly [string, number])[] = []
    const needs = [
      need('small', { mustAnalyze: true, mustVacuum: true }),
      need('large', { mustAnalyze: true, mustVacuumTexts: true }),
    ]
    const upkeep = new Upkeep({
      rows: async <Row>() => needs as Row[],
      quiet: async () => undefined,
      async run(sql, { limitMs }) {
        asked.push([sql, limitMs])
        return !sql.endsWith('large') || limitMs > 1_000
      },
    })
    const small = ['vacuum (truncate off, process_toast off) small', 'analyze small (id)']
    const large = ['vacuum (truncate off, process_main off) large', 'analyze large (id)']
    const round = async (work: () => Promise<void>) => {
      await work()
      return asked.splice(0)
    }

    const byDay = await round(() => upkeep.byDay())
    expect(byDay.map(([sql]) => sql)).toEqual([...small, ...large])
    for (const [, limitMs] of byDay) expect(limitMs).toBeLessThan(50)
    expect((await round(() => upkeep.byDay())).map(([sql]) => sql)).toEqual([...small, 'analyze large (id)'])
    expect((await round(() => upkeep.byNight())).map(([sql]) => sql)).toEqual([...small, ...large])
    expect((await round(() => upkeep.byDay())).map(([sql]) => sql)).toEqual([...small, ...large])
  })
})
