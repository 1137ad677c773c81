import S3rver from '@20minutes/s3rver'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackupBucket } from '#server/backup/bucket.ts'
import { nameOfBackup, outdatedBackups } from '#server/backup/kept-backups.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { bentProxy, type BentProxy } from '#tests/support/bent-proxy.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'

const LOGIN = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const BACKUP_PASSPHRASE = '十二个字的口令放在这里啊啊'
const ADMINISTRATOR = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
// The command lets all others go first, and a busy machine has many of them.
const POLL = { interval: 250, timeout: 480_000 }
const DAY_MS = 86_400_000
/** Of a backup of whichever site, which was proved. */
const RECEIPT = {
  ...{ bytes: 1, sum: 'x', isProved: true, tables: {}, sequences: [] },
  files: { count: 0, bytes: 0, missing: [], elsewhere: {} },
}

describe('backups in the console that go into a bucket', () => {
  let directory = ''
  const at = (name: string): string => path.join(directory, name)
  let store: S3rver
  let proxy: BentProxy
  let place = ''
  let environment: Record<string, string> = {}
  let running: ReturnType<typeof launched>
  let url = ''
  let user_token = ''
  const start = async () => {
    running = launched(environment)
    url = await running.url
    user_token = await tokenOn(url)
  }
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-bucket-console-'))
    store = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: at('s3') },
      ...{ configureBuckets: [{ name: 'backups' }], allowMismatchedSignatures: true },
    })
    proxy = await bentProxy((await store.run()).port)
    place = `s3://127.0.0.1:${proxy.port}/backups/docs?tls=off`
    await mkdir(at('temporary'))
    await layDatabase(at('site/database'))
    environment = {
      ...{ DATA_DIR: at('site'), BACKUP_DIR: place, BACKUP_PASSPHRASE, RATE_LIMIT: '0', TMPDIR: at('temporary') },
      ...{ ...ADMINISTRATOR, ...LOGIN },
    }
    await start()
  }, 240_000)
  afterAll(async () => {
    running.child.kill('SIGTERM')
    await running.ended
    await proxy[Symbol.asyncDispose]()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  })

  const ask = async (name: string, fields: Record<string, string> = {}) => {
    const reply = await call(url, name, { user_token, ...fields })
    expect(reply).toMatchObject({ error_code: 0 })
    return reply.data
  }
  const begin = async () => String((await ask('backup/start'))['task_id'])
  const endOf = async (task_id: string) => {
    const state = async () => (await ask('task/status', { task_id }))['state']
    await expect.poll(state, POLL).not.toMatch(/waiting|running|stopping/)
    return ask('task/status', { task_id })
  }
  const bucket = () => new BackupBucket(place, LOGIN)
  const names = async () => (await bucket().list()).map(({ name }) => name).toSorted()
  const kept = () => readdir(path.join(at('temporary'), 'octavo-backup')).catch((): string[] => [])
  const remains = async () => [
    ...(await kept()),
    ...(await readdir(path.join(at('s3'), 'backups/._S3rver_uploads')).catch(() => [])),
  ]

  it('are made by a task, restored on trial, and listed; the last ones of 7 days, 4 weeks and 12 months stay', async () => {
    const ages = [...Array.from({ length: 40 }, (_, day) => day + 1), ...[60, 90, 120, 200, 300, 400, 500, 900]]
    const old = ages.map((days) => nameOfBackup(new Date(Date.now() - days * DAY_MS)))
    for (const archive of old) {
      await bucket().writeText(archive, 'x')
      await bucket().writeText(`${archive}.receipt.json`, JSON.stringify({ ...RECEIPT, archive }))
    }

    expect(await endOf(await begin())).toMatchObject({ state: 'done' })

    const archives = (await names()).filter((name) => name.endsWith('.tar.gz'))
    const latest = archives.at(-1) ?? ''
    const all = [...old, latest].map((name) => ({ name, state: 'proved' as const }))
    const outdated = outdatedBackups(all, { days: 7, weeks: 4, months: 12 }, new Date())
    expect(outdated.length).toBeGreaterThan(25)
    expect(archives).toEqual([...old, latest].filter((name) => !outdated.includes(name)).toSorted())
    expect(await names()).toEqual(archives.flatMap((name) => [name, `${name}.receipt.json`]))
    const { backups, total } = await ask('backup/list')
    const [made] = backups as [{ readonly name: string }]
    expect([total, made]).toMatchObject([
      archives.length,
      { name: latest, state: 'proved', missing_files: 0, problem: '' },
    ])
    expect(await ask('backup/read')).toMatchObject({ place, have_key: 1, problem: '', place_problem: '' })
    expect(await remains()).toEqual([])
  }, 1_200_000)

  it.each([
    ['a part', 'PUT', /partNumber=/],
    ['the receipt', 'PUT', /receipt\.json/],
  ])(
    'lose nothing when the bucket refuses %s, and say so in red and to administrators',
    async (_, method, address) => {
      const before = await names()
      const unread = async () => (await ask('message/counts'))['notices']
      const heard = Number(await unread())
      const asked: string[] = []
      proxy.bend(({ method: how, url = '' }) => {
        asked.push(`${how} ${url}`)
        return how === method && address.test(url) ? 'refuse' : 'pass'
      })

      const task = await endOf(await begin())

      proxy.bend(() => 'pass')
      expect(task).toMatchObject({ state: 'failed', failure: expect.stringContaining('503') as unknown })
      const { problem, failed_at } = await ask('backup/read')
      expect([problem, failed_at]).toEqual([expect.stringContaining('cannot be written'), expect.any(String)])
      expect(problem).not.toContain('S3RVER')
      await expect.poll(unread, POLL).toBe(heard + 1)
      // Of an archive whose receipt was refused nobody says that it is good.
      expect((await names()).filter((name) => before.includes(name))).toEqual(before)
      expect((await names()).filter((name) => name.endsWith('receipt.json'))).toEqual(
        before.filter((name) => name.endsWith('receipt.json')),
      )
      expect(await kept()).toEqual([])
      // A bucket is told to forget the parts it has; the one of the test does not know how.
      const isCutOff = asked.some((one) => one.startsWith('DELETE') && one.includes('uploadId='))
      expect(isCutOff).toBe(address.test('partNumber='))
    },
    1_200_000,
  )

  it('lose nothing when the server is killed while one is sent, and begin it again', async () => {
    const before = await names()
    proxy.bend(({ url: asked = '' }) => (asked.includes('partNumber=') ? 'hold' : 'pass'))
    await begin()
    await proxy.held()

    running.child.kill('SIGKILL')
    await running.ended

    await expect.poll(async () => (await readdir(path.join(at('temporary'), 'octavo-backup'))).length, POLL).toBe(0)
    expect(await names()).toEqual(before)
    proxy.bend(() => 'pass')
    await start()
    expect(await endOf(await begin())).toMatchObject({ state: 'done' })
    expect(await ask('backup/read')).toMatchObject({ problem: '' })
  }, 1_200_000)

  it('are said to be out of reach while the bucket is, and the plan can be changed all the same', async () => {
    proxy.bend(() => 'refuse')

    expect(await ask('backup/read')).toMatchObject({ place_problem: expect.stringContaining('cannot be listed') })
    expect(await ask('backup/plan', { is_on: '1', hour: '4' })).toBeDefined()
    expect(await ask('backup/read')).toMatchObject({ plan: { is_on: 1, hour: 4 }, next_at: expect.any(String) })
    expect(await call(url, 'backup/list', { user_token })).toMatchObject({
      error_message: expect.stringContaining('503') as unknown,
    })
    proxy.bend(() => 'pass')
  })
})
