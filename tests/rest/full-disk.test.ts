import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched, type Launched } from '#tests/support/launched.ts'
import { call, tokenOn, type RestReply } from '#tests/support/rest-call.ts'

const MEGABYTE = 2 ** 20
const DISK_FULL = 10_445
const TEXT = 'every line of it is needed\n'.repeat(4_000)

/** Whether this machine lets the tests have a small disk of their own. */
function mayMount(): boolean {
  const place = path.join(tmpdir(), `octavo-mount-${process.pid}`)
  try {
    execFileSync('mkdir', ['-p', place])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    console.warn('a full disk is not tried: this user may not mount a file system')
    return false
  } finally {
    execFileSync('rm', ['-rf', place])
  }
}

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A data directory on a disk of its own, with an empty database in it. */
async function smallDisk(megabytes: number): Promise<string> {
  const disk = await mkdtemp(path.join(tmpdir(), 'octavo-full-'))
  cleanups.push(() => rm(disk, { recursive: true, force: true }))
  mount(disk, megabytes)
  const dataDirectory = path.join(disk, 'data')
  await mkdir(dataDirectory)
  await layDatabase(path.join(dataDirectory, 'database'))
  return dataDirectory
}

/** Takes all the room there is but so many bytes. @returns what gives it back */
async function fill(folder: string, leaving: number): Promise<() => Promise<void>> {
  const ballast = path.join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  const file = await open(ballast, 'w')
  const block = Buffer.alloc(MEGABYTE)
  for (let left = bavail * bsize - leaving; left > 0; left -= block.length)
    await file.write(block, 0, Math.min(left, block.length))
  await file.close()
  return () => rm(ballast)
}

async function itemOn(url: string) {
  const user_token = await tokenOn(url)
  const item = await call(url, 'item/add', { user_token, item_type: '1', item_name: 'Full' })
  return { user_token, item_id: String(item.data['item_id']) }
}
/** Ends with the test, however that ends. */
function started(environment: Record<string, string>): Launched {
  const server = launched(environment)
  cleanups.push(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  return server
}
/** What a server answers that has ended. */
const ENDED = -1
/** Saves new pages. @returns the titles of those that were acknowledged, and all codes there were */
async function saveUntilRefused(url: string, item: Record<string, string>) {
  const kept: string[] = []
  const codes = new Set<number>()
  for (let n = 0; n < 400 && codes.size < 2; n += 1) {
    const page = { page_title: `Page ${n}`, page_content: `${n} ${noise(n)}` }
    const { error_code } = await call(url, 'page/save', { ...item, ...page }).catch(() => ({ error_code: ENDED }))
    codes.add(error_code)
    if (error_code === 0) kept.push(page.page_title)
  }
  return { kept, codes }
}
function titlesIn({ data }: RestReply): readonly string[] {
  const { pages = [] } = data['menu'] as { readonly pages?: readonly { readonly page_title: string }[] }
  return pages.map(({ page_title }) => page_title)
}

function mount(place: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place])
  // Also when something still looks into it.
  cleanups.push(async () => execFileSync('umount', ['-l', place]))
}
const settings = (dataDirectory: string, more: Record<string, string> = {}): Record<string, string> => ({
  DATA_DIR: dataDirectory,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  RATE_LIMIT: '0',
  WRITE_LIMIT: '100000',
  ...more,
})

describe.skipIf(!mayMount())('[R5] a disk with little room', () => {
  it('refuses saves as it refuses uploads, says so at /readyz, and both end when there is room', async () => {
    const dataDirectory = await smallDisk(400)
    const { child, url, ended: end } = started(settings(dataDirectory, { DISK_RESERVE_MB: '100' }))
    const at = await url
    const item = await itemOn(at)
    const save = () => call(at, 'page/save', { ...item, page_title: 'One', page_content: TEXT })
    expect((await save()).error_code).toBe(0)
    const ready = async () => (await fetch(`${at}/readyz`)).json()
    expect(await ready()).toEqual({ status: 'ok' })

    const giveBack = await fill(path.join(dataDirectory, '..'), 50 * MEGABYTE)
    await expect.poll(ready).toEqual({ status: 'ok', disk: 'low' })
    const refused = await save()
    const read = await call(at, 'item/info', item)
    await giveBack()

    expect(refused).toMatchObject({ error_code: DISK_FULL, error_message: expect.stringContaining('磁盘') as unknown })
    expect(read.error_code).toBe(0)
    await expect.poll(ready).toEqual({ status: 'ok' })
    expect((await save()).error_code).toBe(0)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  })

  it('that is used up before anybody looked refuses as well, and loses nothing that was acknowledged', async () => {
    const dataDirectory = await smallDisk(300)
    const server = started(settings(dataDirectory, { DISK_RESERVE_MB: '0' }))
    const at = await server.url
    const item = await itemOn(at)
    const giveBack = await fill(path.join(dataDirectory, '..'), 4 * MEGABYTE)

    const { kept, codes } = await saveUntilRefused(at, item)
    const read = await call(at, 'item/info', item)
    await giveBack()
    const after = await call(at, 'page/save', { ...item, page_title: 'After', page_content: noise(7) })
    server.child.kill('SIGTERM')
    const { code, text } = await server.ended

    expect(codes).toEqual(new Set([0, DISK_FULL]))
    expect([read.error_code, after.error_code]).toEqual([0, 0])
    expect(titlesIn(read)).toEqual(expect.arrayContaining([...kept]))
    expect(text).toContain('the disk of the database is full, nothing new can be kept')
    expect(code).toBe(0)
  })

  it('under the log of changes ends the server with a line that says so, and loses nothing', async () => {
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-full-log-'))
    cleanups.push(() => rm(dataDirectory, { recursive: true, force: true }))
    const database = path.join(dataDirectory, 'database')
    await layDatabase(database)
    const log = path.join(database, 'pg_wal')
    const aside = path.join(dataDirectory, 'aside')
    await cp(log, aside, { recursive: true })
    mount(log, 100)
    await cp(aside, log, { recursive: true })
    const environment = settings(dataDirectory, { DISK_RESERVE_MB: '0' })
    const server = started(environment)
    const item = await itemOn(await server.url)
    const giveBack = await fill(log, 0)

    const { kept, codes } = await saveUntilRefused(await server.url, item)
    const { code, text } = await server.ended
    const inVain = started(environment)
    const second = await Promise.race([inVain.url.then(() => null), inVain.ended])
    inVain.child.kill('SIGKILL')
    await inVain.ended
    await giveBack()
    const again = started(environment)
    const token = await tokenOn(await again.url)
    const read = await call(await again.url, 'item/info', { user_token: token, item_id: item.item_id })

    expect([...codes].filter((each) => ![0, DISK_FULL, ENDED].includes(each))).toEqual([])
    expect(text).toMatch(/^Octavo stopped: the disk of .* is full: make room/m)
    expect(text).not.toContain('active portal')
    expect(code).toBe(5)
    if (second)
      expect(second).toMatchObject({ code: 5, text: expect.stringMatching(/the disk of .* is full/) as unknown })
    expect(titlesIn(read)).toEqual(expect.arrayContaining([...kept]))
  }, 240_000)

  it.skipIf(!POSTGRES_URL)(
    'of PostgreSQL refuses saves in words, and the server goes on',
    async ({ skip }) => {
      const disk = await mkdtemp(path.join(tmpdir(), 'octavo-full-server-'))
      cleanups.push(() => rm(disk, { recursive: true, force: true }))
      mount(disk, 60)
      const space = path.join(disk, 'space')
      await mkdir(space)
      for (const folder of [disk, space]) await chmod(folder, 0o777)
      const name = `octavo_full_${process.pid}`
      const client = new Client({ connectionString: POSTGRES_URL })
      await client.connect()
      cleanups.push(() => client.end())
      try {
        execFileSync('chown', ['postgres', space], { stdio: 'ignore' })
        await client.query(`create tablespace ${name} location '${space}'`)
      } catch (error) {
        console.warn(`a full disk of PostgreSQL is not tried: it cannot be given a small one (${String(error)})`)
        skip()
      }
      cleanups.push(() => client.query(`drop tablespace ${name}`))
      await client.query(`create database ${name} tablespace ${name}`)
      cleanups.push(() => client.query(`drop database ${name} with (force)`))
      const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-full-data-'))
      cleanups.push(() => rm(dataDirectory, { recursive: true, force: true }))
      const url = new URL(POSTGRES_URL ?? '')
      url.pathname = `/${name}`
      const { child, url: at, ended: end } = started(settings(dataDirectory, { DATABASE_URL: url.href }))
      const item = await itemOn(await at)
      const giveBack = await fill(disk, 0)

      const save = async (n: number) =>
        (await call(await at, 'page/save', { ...item, page_title: `Page ${n}`, page_content: `${n} ${noise(n)}` }))
          .error_code
      const codes = new Set<number>()
      for (let n = 0; n < 60 && !codes.has(DISK_FULL); n += 1) codes.add(await save(n))
      const read = await call(await at, 'item/info', item)
      await giveBack()
      const after = await save(1_000)
      child.kill('SIGTERM')
      const { code, text } = await end

      expect([...codes].filter((each) => ![0, DISK_FULL].includes(each))).toEqual([])
      expect(codes).toContain(DISK_FULL)
      expect(read.error_code).toBe(0)
      expect(after).toBe(0)
      expect(text).toContain('the disk of the database is full, nothing new can be kept')
      expect(code).toBe(0)
    },
    180_000,
  )
})

/** Nothing makes it shorter. */
const noise = (seed: number): string =>
  Array.from({ length: 10_000 }, (_, at) => ((seed + 1) * (at + 7) * 2_654_435_761).toString(36)).join(' ')
