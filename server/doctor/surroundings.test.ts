import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { releaseFeed } from '#tests/support/release-feed.ts'
import { readConfig } from '../config.ts'
import { lineOf } from './finding.ts'
import { lookAround } from './surroundings.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-around-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The report on a site of these settings, whose code lies at `root`. */
async function report(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const config = readConfig({ DATA_DIR: folder, DISK_RESERVE_MB: '0', ...settings })
  return (await lookAround(config, path.join(folder, 'code'))).map(lineOf).join('\n')
}

async function built(): Promise<void> {
  for (const part of ['dist/web/assets', 'dist/render'])
    await mkdir(path.join(folder, 'code', part), { recursive: true })
  await writeFile(path.join(folder, 'code/dist/built-from'), '')
}

it('says of the build what is missing, and what to do', async () => {
  expect(await report()).toMatch(/^note {5}build: dist\/web\/assets, .* `npm run build`/m)

  await built()
  expect(await report()).toMatch(/^WRONG {4}build: dist\/web\/assets holds no scripts/m)

  await writeFile(path.join(folder, 'code/dist/web/assets/main.js'), '')
  expect(await report()).toMatch(/^ok {7}build$/m)
})

it('knows when nothing new is kept for lack of room, and where backups would be lost with the site', async () => {
  expect(await report({ DISK_RESERVE_MB: '10000000' })).toMatch(/^WRONG {4}disk of DATA_DIR: .*make room/m)
  expect(await report({ BACKUP_DIR: path.join(folder, 'backups') })).toMatch(/^WRONG {4}BACKUP_DIR=.*lies in DATA_DIR/m)
  expect(await report({ BACKUP_DIR: `${folder}-elsewhere` })).toMatch(/^note {5}BACKUP_DIR=.*first backup makes it/m)
  await mkdir(path.join(folder, 'site'))
  await mkdir(path.join(folder, 'beside'))
  const onOneDisk = { DATA_DIR: path.join(folder, 'site'), BACKUP_DIR: path.join(folder, 'beside') }
  expect(await report(onOneDisk)).toMatch(/^note {5}BACKUP_DIR=.*on the disk of DATA_DIR/m)
})

it('tells an Octavo at the address of the site from something else there, and from nothing', async () => {
  const answer = { text: '{"status":"ok"}', status: 200, refusesBodies: false }
  const server = createServer((request, reply) => {
    request.resume()
    const isRefused = answer.refusesBodies && request.method === 'POST'
    const status = request.url === '/docs/healthz' ? 200 : isRefused ? 413 : answer.status
    reply.writeHead(status).end(answer.text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`

  expect(await report({ PUBLIC_URL })).toMatch(/^ok {7}PUBLIC_URL=/m)
  expect(await report({ PUBLIC_URL })).toMatch(
    /^ok {7}headers of the proxy: Host\nok {7}size of requests \(3 MB pass\)$/m,
  )
  answer.status = 421
  expect(await report({ PUBLIC_URL })).toMatch(/^WRONG {4}headers of the proxy: .*let the proxy pass Host on/m)
  answer.status = 200
  answer.refusesBodies = true
  expect(await report({ PUBLIC_URL })).toMatch(/^WRONG {4}size of requests: .*client_max_body_size/m)
  answer.text = '<h1>Welcome to nginx</h1>'
  expect(await report({ PUBLIC_URL })).toMatch(/^WRONG {4}PUBLIC_URL=.*something else answers/m)
  await new Promise((resolve) => server.close(resolve))
  expect(await report({ PUBLIC_URL })).toMatch(/^note {5}PUBLIC_URL=.*ECONNREFUSED.*look at the proxy/m)
})

it('finds that the clock was set back behind what the embedded database has written', async () => {
  const segment = path.join(folder, 'database/pg_wal/000000010000000000000001')
  await mkdir(path.dirname(segment), { recursive: true })
  await writeFile(segment, '')
  expect(await report()).toMatch(/^ok {7}clock$/m)

  const ahead = new Date(Date.now() + 3_600_000)
  await utimes(segment, ahead, ahead)

  expect(await report()).toMatch(/^WRONG {4}clock: the database was written 3\d{3} s after now/m)
  expect(await report({ DATABASE_URL: 'postgresql://127.0.0.1:1/octavo' })).not.toContain('clock')
})

it('asks for the proxy where something in front has to speak TLS', async () => {
  const PUBLIC_URL = 'https://127.0.0.1:1'

  expect(await report({ PUBLIC_URL })).toMatch(/^note {5}TRUSTED_PROXIES: .*name the proxy/m)
  expect(await report({ PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' })).toMatch(/^ok {7}TRUSTED_PROXIES=127\.0\.0\.1$/m)
  expect(await report({ PUBLIC_URL: 'http://127.0.0.1:1' })).not.toContain('TRUSTED_PROXIES')
})

it('asks the place of newer versions whether it is there, and whose signature it has', async () => {
  await using feed = await releaseFeed()
  await using other = await releaseFeed()
  await feed.publish('9.0.0', {})

  expect(await report()).not.toContain('UPDATE')
  expect(await report({ UPDATE_FEED_URL: feed.url, UPDATE_KEY: feed.keyText })).toMatch(/^ok {7}UPDATE_FEED_URL$/m)
  expect(await report({ UPDATE_FEED_URL: feed.url, UPDATE_KEY: other.keyText })).toMatch(
    /^WRONG {4}UPDATE_FEED_URL: .* not signed/m,
  )
  expect(await report({ UPDATE_FEED_URL: 'http://127.0.0.1:1/', UPDATE_KEY: feed.keyText })).toMatch(
    /^note {5}UPDATE_FEED_URL: does not answer/m,
  )
})
