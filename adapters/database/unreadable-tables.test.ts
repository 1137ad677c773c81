import { mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { layDatabase } from '#tests/support/database.ts'
import { connectTo } from './copy.ts'
import { openDatabase } from './open.ts'
import type { Session } from './session.ts'
import { UnreadableTables } from './unreadable-tables.ts'

const BLOCK = 8_192
const PEOPLE = `insert into "user" (username, name, is_email_verified, is_admin, registered_at)
  select 'user ' || n, 'User ' || n, false, false, now() from generate_series(1, 2000) n`

describe('a database on the disk', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-unreadable-'))
    await layDatabase(directory)
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  /** Writes rows. @returns the file of the named table or index */
  async function filled(name: string): Promise<string> {
    const { client, close } = await connectTo({ directory })
    await client.query(PEOPLE)
    await client.query('checkpoint')
    const { rows } = await client.query<{ readonly file: string }>(`select pg_relation_filepath('${name}') as file`)
    await close()
    return path.join(directory, rows[0]?.file ?? '')
  }
  async function healthOf(): Promise<readonly [isWell: boolean, said: string]> {
    const said: string[] = []
    const database = await openDatabase({
      location: { kind: 'directory', path: directory },
      warn: (text) => void said.push(text),
    })
    const isWell = await database.health().then(
      () => true,
      () => false,
    )
    await database.close()
    return [isWell, said.join('\n')]
  }
  const keep =
    (share: number) =>
    async (file: string): Promise<void> =>
      truncate(file, Math.round(((await stat(file)).size * share) / BLOCK) * BLOCK)
  async function breakOneBlock(file: string): Promise<void> {
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(BLOCK, 0x5a), 0, BLOCK, BLOCK * 5)
    await handle.close()
  }

  it.each([
    ['one block of a table is broken', '"user"', breakOneBlock, true],
    ['a quarter of a table was cut off', '"user"', keep(0.75), true],
    ['three quarters of a table were cut off', '"user"', keep(0.25), false],
    ['a table was cut off', '"user"', keep(0), false],
    ['the way to its rows was cut off', 'user_pkey', keep(0), false],
  ])(
    'is well as long as most of its rows can be read: %s',
    async (_, name, damage, isWell) => {
      await damage(await filled(name))

      const [wasWell, said] = await healthOf()

      expect(wasWell).toBe(isWell)
      if (!isWell) expect(said).toContain('most of the table user cannot be read (')
    },
    120_000,
  )
})

describe('looks at what cannot be read', () => {
  const DAMAGED = Object.assign(new Error('could not read block 7'), { code: 'XX001' })
  let now = 0
  let isDamaged = false
  let looked = 0
  let said: string[] = []
  let tables: UnreadableTables
  beforeEach(() => {
    ;[now, isDamaged, looked, said] = [0, false, 0, []]
    const session = {
      script: async () => undefined,
      async first() {
        looked += 1
        if (isDamaged) throw DAMAGED
        return { id: 100, length: 1 }
      },
    } as unknown as Session
    tables = new UnreadableTables((work) => work(session), { warn: (text) => void said.push(text), nowMs: () => now })
  })
  const isWell = () =>
    tables.requireNone().then(
      () => true,
      () => false,
    )

  it('once, however often it is asked, until a statement fails', async () => {
    await isWell()
    const once = looked
    for (now = 0; now < 3_600_000; now += 1_000) expect(await isWell()).toBe(true)

    tables.note(new Error('syntax error'))
    tables.note(Object.assign(new Error('busy'), { code: '55P03' }))
    await isWell()

    expect([once > 0, looked]).toEqual([true, once])
  })

  it('again after damage, every ten seconds at most, and says once what it found and that it is over', async () => {
    expect(await isWell()).toBe(true)
    isDamaged = true
    tables.note(DAMAGED)
    expect(await isWell()).toBe(true)

    now = 10_000
    expect(await isWell()).toBe(false)
    const before = looked
    for (now = 10_001; now < 20_000; now += 1_000) expect(await isWell()).toBe(false)
    expect(looked).toBe(before)

    now = 20_000
    expect(await isWell()).toBe(false)
    isDamaged = false
    now = 30_000
    expect(await isWell()).toBe(true)
    expect(said).toEqual([
      expect.stringContaining(
        'most of the table user cannot be read (XX001: could not read block 7), so /readyz answers 503',
      ),
      'the table user can be read again',
    ])
  })
})
