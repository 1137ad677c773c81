import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layShowdoc, LEAST_TABLES } from '#tests/support/showdoc.ts'
import { tokenOn } from '#tests/support/rest-call.ts'
import { commandBlocks } from './guide.ts'
import { Operator } from './operator.ts'
import { isThere, written } from './site.ts'

const followed = new Set<string>()
// Each starts a server a dozen times, which a busy machine takes half a minute for.
const PATIENCE = 900_000

/** The operator, who notes which commands were followed. */
async function begin() {
  const operator = await Operator.begin()
  return {
    operator,
    url: `http://127.0.0.1:${operator.port}`,
    follow: async (place: string, nth = 0, ...changed: [(readonly [string, string])?]) => {
      followed.add(`${place} ${nth}`)
      return operator.follow(place, nth, ...changed)
    },
    serve: async (place: string, use: (url: string, output: string) => Promise<void>) => {
      followed.add(`${place} 0`)
      return operator.serve(place, use)
    },
  }
}
const NAMES = await commandBlocks('OPERATING.md').then((blocks) =>
  blocks.map(({ place }, at) => `${place} ${blocks.slice(0, at).filter((former) => former.place === place).length}`),
)
const hasPrograms = Boolean(POSTGRES_URL) && spawnSync('pg_dump', ['--version']).status === 0

describe('the guide for operators', () => {
  it('has the same commands in both languages', async () => {
    const [english, chinese] = await Promise.all(['OPERATING.md', 'OPERATING.zh-cn.md'].map(commandBlocks))

    expect(chinese?.map(({ commands }) => commands)).toEqual(english?.map(({ commands }) => commands))
  })

  it(
    'leads from the first start by a backup and its restore to a newer version, on the embedded database',
    async () => {
      const { operator, url, follow, serve } = await begin()
      await using _ = operator
      await serve('First start', async (address) => void (await tokenOn(address)))
      await follow('As a service')
      await follow('As a service', 1)
      const user_token = await tokenOn(url)
      const kept = await written(url, user_token, 'before the backup')
      await follow('Behind a proxy')
      expect(await readFile(operator.placed('/etc/nginx/conf.d/octavo.conf'), 'utf8')).toContain('proxy_pass')

      await follow('Backup')
      await expect(follow('Backup / With one command')).resolves.toContain('is the same')
      await follow('Backup / Embedded database, stopped')
      await follow('As a service', 1)
      await follow('Backup / In the administration')
      await follow('As a service', 1)
      const later = await written(url, await tokenOn(url), 'after the backup')
      await follow('Backup / Embedded database, without stopping')
      expect(await isThere(url, later)).toBe(true)
      await serve('Restore / Try your backup', async (trial) => {
        expect(await isThere(trial, kept)).toBe(true)
        expect(await isThere(trial, later)).toBe(false)
      })
      await follow('Restore / Embedded database', 0, ['/srv/backup/octavo', '/srv/backup/octavo-live'])
      expect(await isThere(url, later)).toBe(true)
      await rm(operator.placed('/var/lib/octavo-before'), { recursive: true })
      await follow('Restore / Embedded database')
      expect(await isThere(url, kept)).toBe(true)
      expect(await isThere(url, later)).toBe(false)

      await follow('Restore / From an archive')
      expect(await isThere(url, kept)).toBe(true)
      expect(await isThere(url, later)).toBe(false)

      await follow('Calls through the server')
      await follow('Upgrade')
      await operator.putNewVersion()
      await follow('Upgrade', 1)
      await follow('As a service', 1)
      expect(await isThere(url, kept)).toBe(true)
      await follow('Upgrade / The way back')
      await expect(follow('The key')).resolves.toMatch(/^.{44}\n$/)
      await follow('The key', 1)
      for (const which of [0, 1])
        await expect(follow('When nobody can log in', which)).resolves.toContain('/user/loginByUserToken#')
      await follow('When something seems wrong')
      await follow('As a service', 1)
      expect(await isThere(url, kept)).toBe(true)
    },
    PATIENCE,
  )

  it.skipIf(!hasPrograms)(
    'and the same on PostgreSQL, with a move there and back',
    async () => {
      const { operator, url, follow } = await begin()
      await using _ = operator
      await follow('As a service')
      await follow('As a service', 1)
      const kept = await written(url, await tokenOn(url), 'from the embedded database')

      await follow('PostgreSQL')
      await follow('From the embedded database to PostgreSQL, and back')
      await operator.set(['DATABASE_URL=postgresql://octavo:CHANGE-ME@127.0.0.1:5432/octavo'])
      await operator.start()
      expect(await isThere(url, kept)).toBe(true)

      await follow('Backup')
      await follow('Backup / PostgreSQL')
      const later = await written(url, await tokenOn(url), 'after the backup')
      await follow('Restore / PostgreSQL')
      expect(await isThere(url, kept)).toBe(true)
      expect(await isThere(url, later)).toBe(false)

      await follow('From the embedded database to PostgreSQL, and back', 1)
      await operator.set(['DATABASE_URL='])
      await follow('From the embedded database to PostgreSQL, and back', 2)
      await follow('As a service', 1)
      expect(await isThere(url, kept)).toBe(true)
    },
    PATIENCE,
  )

  it(
    'leads from a ShowDoc to an Octavo in which its people log in',
    async () => {
      const { operator, url, follow } = await begin()
      await using _ = operator
      const folder = operator.placed('/srv/showdoc')
      await mkdir(folder)
      const password = createHash('md5').update(`${createHash('md5').update('a long sentence').digest('hex')}x`)
      layShowdoc(
        folder,
        `${LEAST_TABLES} alter table user add column groupid integer; alter table user add column salt text;
         insert into user values (1, 'ann', '${password.digest('hex')}', 1, 'x');
         insert into item values (3, 'Orders', 1); insert into page values (7, 3, 'Start', 'Hello');`,
      )

      await expect(follow('Moving from ShowDoc')).resolves.toContain('Nothing was written.')
      await expect(follow('Moving from ShowDoc', 1)).resolves.toContain('All of it is here')
      expect(await readFile(operator.placed('/var/lib/octavo/switch/receipt.html'), 'utf8')).toContain('byte for byte')
      await follow('As a service')
      await follow('As a service', 1)
      expect(await (await fetch(`${url}/api/page/info?page_id=7`)).text()).toContain('Hello')
    },
    PATIENCE,
  )

  it.skipIf(!hasPrograms)('has no command that nobody has followed', () => {
    expect([...followed].toSorted()).toEqual(NAMES.toSorted())
  })
})
