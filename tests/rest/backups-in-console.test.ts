import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo, keepOthersFromBackingUp } from '#adapters/database/copy.ts'
import { isRefusal } from '#core/errors.ts'
import { CommandBackups } from '#server/backup/command-backups.ts'
import { nameOfBackup } from '#server/backup/kept-backups.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'
import { silentLog } from '#tests/support/services.ts'

const BACKUP_PASSPHRASE = '十二个字的口令放在这里啊啊'
const KINDS = ['embedded', ...(POSTGRES_URL ? (['PostgreSQL'] as const) : [])] as const
// The command lets all others go first, and a busy machine has many of them.
const POLL = { interval: 250, timeout: 480_000 }
const DAY_MS = 86_400_000

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-console-backups-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe.each(KINDS)('backups in the console of a site on %s', (kind) => {
  const at = (name: string): string => path.join(directory, kind, name)
  let environment: Record<string, string> = {}
  let server: Awaited<ReturnType<typeof newServerDatabase>> | null = null
  let running: ReturnType<typeof launched>
  let url = ''
  let user_token = ''
  const start = async () => {
    running = launched(environment)
    url = await running.url
    user_token = await tokenOn(url)
  }
  beforeAll(async () => {
    server = kind === 'PostgreSQL' ? await newServerDatabase() : null
    if (!server) await layDatabase(path.join(at('site'), 'database'))
    environment = {
      ...{ DATA_DIR: at('site'), BACKUP_DIR: at('backups'), BACKUP_PASSPHRASE, RATE_LIMIT: '0' },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
      ...(server && { DATABASE_URL: server.url }),
    }
    await start()
  })
  afterAll(async () => {
    running.child.kill('SIGTERM')
    await running.ended
    await server?.drop()
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
  const names = () => readdir(at('backups')).catch(() => [] as string[])

  it('are made one at a time by all servers of a database', async () => {
    if (!server) return
    const other = await connectTo({ url: server.url })
    expect(await keepOthersFromBackingUp(other.client)).toBe(true)

    const refused = await endOf(await begin())

    expect(refused).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('正在进行另一个备份') as unknown,
    })
    // That it is made once the other has ended is seen by the next test.
    await other.close()
  }, 1_200_000)

  it('are made by a task, restored on trial, and listed with what they hold', async () => {
    expect(await ask('backup/list')).toMatchObject({ backups: [], total: 0 })

    const task = await endOf(await begin())

    expect(task).toMatchObject({ state: 'done', result_text: expect.stringContaining('校验一致') as unknown })
    const { backups, total } = await ask('backup/list')
    expect({ backups, total }).toMatchObject({
      total: 1,
      backups: [{ state: 'proved', missing_files: 0, problem: '' }],
    })
    const [{ name, rows, bytes }] = backups as [
      { readonly name: string; readonly rows: number; readonly bytes: number },
    ]
    expect([rows > 5, bytes > 1_000]).toEqual([true, true])
    expect((await names()).toSorted()).toEqual([name, `${name}.receipt.json`])
    expect(await ask('backup/read')).toMatchObject({ place: at('backups'), have_key: 1, problem: '' })
  }, 1_200_000)

  // On the embedded database, which the killed server held; the command itself is the same.
  it.skipIf(kind !== 'embedded')(
    'leave nothing under the name of a backup when the server is killed meanwhile, and can be made again',
    async () => {
      const before = await names()
      await begin()
      await expect.poll(async () => (await names()).some((name) => name.startsWith('.backup-')), POLL).toBe(true)

      running.child.kill('SIGKILL')
      await running.ended

      // The command ends with the server that it was started by.
      await expect.poll(names, POLL).toEqual(before)
      await start()
      // The one that was broken off says so first.
      await endOf(await begin())
      expect(await endOf(await begin())).toMatchObject({ state: 'done' })
      // It takes the place of the one from before: of a day the last one stays.
      expect(await names()).toHaveLength(before.length)
      expect(await names()).not.toEqual(before)
    },
    1_200_000,
  )

  it.skipIf(kind !== KINDS.at(-1))(
    'end with the task when it is cancelled',
    async () => {
      const before = await names()
      const task_id = await begin()
      await expect.poll(async () => (await names()).some((name) => name.startsWith('.backup-')), POLL).toBe(true)

      await ask('task/cancel', { task_id })

      expect(await endOf(task_id)).toMatchObject({ state: 'cancelled' })
      await expect.poll(names, POLL).toEqual(before)
    },
    1_200_000,
  )
})

describe('a backup that nobody listens to any more', () => {
  it('ends and leaves nothing half behind', async () => {
    const [site, folder] = ['unheard', 'unheard-backups'].map((name) => path.join(directory, name)) as [string, string]
    await layDatabase(path.join(site, 'database'))
    const running = launched({ DATA_DIR: site }, 'server/backup.ts', folder, '--no-proof')
    running.child.stdout.destroy()

    expect((await running.ended).code).toBe(1)

    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('a backup that cannot be restored', () => {
  const at = (name: string): string => path.join(directory, 'broken', name)
  let backups: CommandBackups
  beforeAll(async () => {
    await layDatabase(path.join(at('site'), 'database'))
    const { client, close } = await connectTo({ directory: path.join(at('site'), 'database') })
    await client.query(`create table gone_shelf (id int primary key);
      insert into plugin_migration (plugin_id, name) values ('gone', '0001')`)
    await close()
    await mkdir(path.join(at('site'), 'plugins/gone'), { recursive: true })
    await writeFile(path.join(at('site'), 'plugins/gone/plugin.js'), 'no JavaScript')
    backups = new CommandBackups({
      config: { DATA_DIR: at('site'), BACKUP_DIR: at('backups') },
      ...{ timeZone: 'Asia/Shanghai', log: silentLog, environment: process.env },
    })
  })

  const steps: string[] = []
  const refusal = async () => {
    const { signal } = new AbortController()
    const made = backups.make({ signal, progress: ({ step }) => void steps.push(step) })
    const error: unknown = await made.catch((thrown: unknown) => thrown)
    return isRefusal(error) ? { kind: error.kind, problem: error.details['problem'] } : error
  }

  it('says why, is never shown as good, and does not fill the disk', async () => {
    const first = await refusal()

    expect(first).toEqual({
      kind: 'backupFailed',
      problem: expect.stringContaining('the backup cannot be restored') as unknown,
    })
    expect([...new Set(steps)]).toEqual(['tables', 'proof'])
    const { list } = await backups.list({ page: 1, count: 10 })
    expect(list).toMatchObject([{ state: 'broken', problem: expect.stringContaining('gone') as unknown }])
    expect(await backups.lastProvedAt()).toBeNull()
    // As one of the day before, which was broken as well.
    const names = await readdir(at('backups'))
    const before = nameOfBackup(new Date(Date.now() - DAY_MS))
    for (const name of names)
      await copyFile(path.join(at('backups'), name), path.join(at('backups'), name.replace(/^[\w-]+\.tar\.gz/, before)))
    expect((await backups.list({ page: 1, count: 10 })).total).toBe(2)
    await refusal()
    expect((await backups.list({ page: 1, count: 10 })).total).toBe(2)
    const left = await readdir(at('backups'))
    expect(left).toHaveLength(4)
    expect(left.filter((name) => name.startsWith(before))).toEqual([])
  }, 1_200_000)
})
