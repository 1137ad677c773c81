import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'

const KINDS = ['embedded', ...(POSTGRES_URL ? (['PostgreSQL'] as const) : [])] as const
/**
 * How often each command is killed on each database: twice in all, as a whole one follows each, or as often as
 * OCTAVO_BACKUP_KILLS says.
 */
const TIMES = Number(process.env['OCTAVO_BACKUP_KILLS'] ?? 2 / KINDS.length)
const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }
const BACKUP_PASSPHRASE = 'a sentence to be kept'
const TEXT = '# 备份\n\nwritten before'
const ARCHIVE = /^octavo-.*\.tar\.gz$/

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-backup-kill-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

type Command = readonly [environment: Record<string, string>, entry: string, ...given: string[]]
/** Where a site is, or is to be. */
type Place = Readonly<Record<'DATA_DIR' | 'DATABASE_URL', string>>

/** How long a whole run takes, within which the moments of the kills are drawn. */
async function durationOf(command: Command): Promise<number> {
  const begin = performance.now()
  const { code, text } = await ended(...command)
  expect(code, text).toBe(0)
  return performance.now() - begin
}

/** @returns the moment at which it was killed, unless it ended before */
async function killedWithin(ms: number, command: Command): Promise<number> {
  const moment = Math.round(Math.random() * ms)
  const run = launched(...command)
  await Promise.race([sleep(moment), run.ended])
  run.child.kill('SIGKILL')
  await run.ended
  return moment
}

describe.each(KINDS)('a backup or a restore of a site on %s that is killed at any moment', (kind) => {
  const databases: { drop(): Promise<void> }[] = []
  const newPlace = async (name: string): Promise<Place> => {
    const database = kind === 'PostgreSQL' ? await newServerDatabase() : null
    if (database) databases.push(database)
    return { DATA_DIR: path.join(directory, kind, name), DATABASE_URL: database?.url ?? '' }
  }
  const archives = () => path.join(directory, kind, 'archives')
  const backup = (): Command => [{ ...site, BACKUP_PASSPHRASE, ...NO_ADMIN }, 'server/backup.ts', archives()]
  const restore = (place: Place, archive: string): Command => [
    { ...place, BACKUP_PASSPHRASE, ...NO_ADMIN },
    'server/restore.ts',
    path.join(archives(), archive),
  ]
  const named = async () => (await readdir(archives()).catch(() => [])).filter((name) => ARCHIVE.test(name))
  const textOn = async (url: string) =>
    (await call(url, 'page/info', { page_id, user_token: await tokenOn(url) })).data['page_content']
  const textWhenStarted = async (place: Place): Promise<unknown> => {
    const run = launched({ ...place, ...NO_ADMIN })
    try {
      return await textOn(await run.url)
    } finally {
      run.child.kill('SIGTERM')
      await run.ended
    }
  }
  let site: Place
  let server: RunningServer
  let page_id = ''
  beforeAll(async () => {
    site = await newPlace('site')
    if (kind === 'embedded') await layDatabase(path.join(site.DATA_DIR, 'database'))
    server = await startServer({ dataDirectory: site.DATA_DIR, environment: { DATABASE_URL: site.DATABASE_URL } })
    const user_token = await tokenOn(server.url)
    const item = await call(server.url, 'item/add', { user_token, item_type: '1', item_name: 'Kept' })
    const page = { item_id: String(item.data['item_id']), page_title: 'Kept', page_content: TEXT }
    page_id = String((await call(server.url, 'page/save', { user_token, ...page })).data['page_id'])
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    for (const database of databases) await database.drop()
  })

  it('leaves the site at work, and each archive that is there is whole', async () => {
    const whole = await durationOf(backup())

    for (let kill = 1; kill <= TIMES; kill += 1) {
      const moment = await killedWithin(whole, backup())

      const story = `kill ${kill} after ${moment} of ${Math.round(whole)} ms`
      expect(await textOn(server.url), story).toBe(TEXT)
      for (const archive of await named()) {
        const place = await newPlace(`tried-${kill}-${archive}`)
        const { code, text } = await ended(...restore(place, archive))
        expect(code, `${story}: ${archive}: ${text}`).toBe(0)
        await rm(place.DATA_DIR, { recursive: true })
      }
    }

    // Nothing that was left is in the way of the next one.
    await durationOf(backup())
    expect((await named()).length).toBeGreaterThanOrEqual(2)
  }, 600_000)

  it('leaves either the restored site, or nothing that starts and what can be restored again', async () => {
    const [archive = ''] = await named()
    const whole = await durationOf(restore(await newPlace('restored'), archive))

    for (let kill = 1; kill <= TIMES; kill += 1) {
      const place = await newPlace(`restored-${kill}`)
      const moment = await killedWithin(whole, restore(place, archive))

      const story = `kill ${kill} after ${moment} of ${Math.round(whole)} ms`
      const left = (await readdir(place.DATA_DIR).catch(() => [])).filter((name) => name !== 'octavo.lock')
      // A start would make a new site in an empty place, as it should.
      if (left.length > 0 && (await isRefused(place))) left.splice(0)
      if (left.length === 0) {
        const { code, text } = await ended(...restore(place, archive))
        expect(code, `${story}: ${text}`).toBe(0)
      }
      expect(await textWhenStarted(place), story).toBe(TEXT)
    }
  }, 600_000)
})

/** Whether a start says that the restore has not ended. */
async function isRefused(place: Place): Promise<boolean> {
  const run = launched({ ...place, ...NO_ADMIN })
  const refusal = await Promise.race([run.ended, run.url.then(() => null)])
  if (refusal) expect(refusal).toMatchObject({ code: 2, text: expect.stringContaining('has not ended') as unknown })
  run.child.kill('SIGTERM')
  await run.ended
  return refusal !== null
}
