import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'
import { releaseFeed } from '#tests/support/release-feed.ts'
import { call, tokenOn } from '#tests/support/rest-call.ts'

const NEWER = '99.0.0'
// A busy machine takes its time.
const LONG = { timeout: 300_000 }
/** Stands for a newer version: says what it was started with, and ends. */
const PROGRAM = `process.stdout.write('newer ' + process.pid + ' ' + JSON.stringify(process.argv.slice(2)) + '\\n')`

let dataDirectory = ''
beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-updated-'))
})
afterEach(() => rm(dataDirectory, { recursive: true, force: true }))

async function putInPlace(version: string, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = path.join(dataDirectory, 'updates', version)
  await mkdir(path.join(folder, 'server'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  await writeFile(path.join(dataDirectory, 'updates/active.json'), JSON.stringify({ version }))
}

it('[UPD-01] [ADMIN-49] an administrator brings a server up to date, which goes on in the same process', async () => {
  await using feed = await releaseFeed()
  const manifest = { 'package.json': `{ "version": "${NEWER}", "type": "module" }`, 'server/serve.ts': '' }
  await feed.publish(NEWER, { ...manifest, 'server/main.ts': PROGRAM })
  await layDatabase(path.join(dataDirectory, 'database'))
  const { child, url, ended } = launched({
    ...{ DATA_DIR: dataDirectory, UPDATE_FEED_URL: feed.url, UPDATE_KEY: feed.keyText },
    ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
  })
  const address = await url
  const user_token = await tokenOn(address)

  const found = await call(address, 'adminUpdate/checkUpdate', { user_token })
  expect(found).toMatchObject({ error_code: 0, data: { new_version: NEWER, url: 'https://example.org/news' } })
  expect(await call(address, 'adminUpdate/updateFiles', { user_token })).toMatchObject({ error_code: 10474 })
  for (const step of ['adminUpdate/download', 'adminUpdate/updateFiles', 'update/checkDb'])
    expect(await call(address, step, { user_token }), step).toMatchObject({ error_code: 0 })

  const { code, text } = await ended
  expect(text).toContain(`newer ${child.pid} []`)
  expect(code).toBe(0)
}, 600_000)

it('[UPD-01] a download of any length is a task, so that no proxy is in the way of it', async () => {
  await using feed = await releaseFeed()
  const held = Promise.withResolvers<() => void>()
  const files = { 'package.json': `{ "version": "${NEWER}", "type": "module" }`, 'server/serve.ts': '' }
  await feed.publish(NEWER, files, {
    answer: (reply, whole) => {
      reply.write(whole.subarray(0, 50))
      held.resolve(() => reply.end(whole.subarray(50)))
    },
  })
  await layDatabase(path.join(dataDirectory, 'database'))
  const { child, url, ended } = launched({
    ...{ DATA_DIR: dataDirectory, UPDATE_FEED_URL: feed.url, UPDATE_KEY: feed.keyText },
    ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
  })
  const address = await url
  const user_token = await tokenOn(address)
  const task_id = String((await call(address, 'adminUpdate/start', { user_token })).data['task_id'])
  const status = async () => (await call(address, 'task/status', { user_token, task_id })).data
  const goOn = await held.promise

  // Whoever else wants it is told of the same one.
  expect((await call(address, 'adminUpdate/start', { user_token })).data['task_id']).toBe(Number(task_id))
  await expect.poll(status, LONG).toMatchObject({ state: 'running', of: 1, what: '下载（MB）' })
  expect(await call(address, 'adminUpdate/updateFiles', { user_token })).toMatchObject({ error_code: 10474 })
  goOn()
  await expect.poll(status, LONG).toMatchObject({ state: 'done' })
  expect(await readdir(path.join(dataDirectory, 'updates'))).toEqual([NEWER])

  child.kill('SIGTERM')
  await ended
}, 600_000)

it('every command goes on as the version that was put in place', async () => {
  await putInPlace(NEWER, { 'server/doctor.ts': PROGRAM, 'server/main.ts': PROGRAM })

  for (const [entry, ...given] of [
    ['server/doctor.ts', '--database'],
    ['server/main.ts'],
    ['server/start.ts'],
  ] as const) {
    const { code, text } = await launched({ DATA_DIR: dataDirectory }, entry, ...given).ended

    expect([code, text.replace(/\d+/, 'id')], entry).toEqual([0, `newer id ${JSON.stringify(given)}\n`])
  }
}, 240_000)

it('[UPD-01] a version that does not become ready is left after two starts, with which the server works as before', async () => {
  await putInPlace(NEWER, { 'server/main.ts': `process.stdout.write('newer\\n')\nprocess.exit(1)` })
  await layDatabase(path.join(dataDirectory, 'database'))
  const settings = { DATA_DIR: dataDirectory, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
  for (const start of [1, 2])
    expect(await launched(settings).ended, `start ${start}`).toEqual({ code: 1, text: 'newer\n' })

  const { child, url, ended } = launched(settings)
  const address = await url
  const user_token = await tokenOn(address)
  expect(await call(address, 'adminUpdate/checkUpdate', { user_token })).toMatchObject({
    data: { version: packageFile.version, given_up: NEWER },
  })
  child.kill('SIGTERM')
  expect((await ended).text).toContain(`Version ${NEWER} did not become ready`)
}, 300_000)

it('a version that is ready says so, and so is not left later', async () => {
  await putInPlace(packageFile.version, {})
  await layDatabase(path.join(dataDirectory, 'database'))
  const { child, url, ended } = launched({ DATA_DIR: dataDirectory })
  await url

  const active = async (): Promise<unknown> =>
    JSON.parse(await readFile(path.join(dataDirectory, 'updates/active.json'), 'utf8'))
  await expect.poll(active, LONG).toEqual({ version: packageFile.version, wasReady: true })

  child.kill('SIGTERM')
  await ended
}, 300_000)

it('a version that has changed the tables is started again, however often it fails', async () => {
  await putInPlace(NEWER, { 'server/main.ts': PROGRAM })
  const active = JSON.stringify({ version: NEWER, starts: 7, changesTables: true })
  await writeFile(path.join(dataDirectory, 'updates/active.json'), active)

  expect((await launched({ DATA_DIR: dataDirectory }).ended).text).toContain('newer')
}, 60_000)

it.each([
  ['is older than the installation', '0.0.1', { 'server/move.ts': PROGRAM }],
  ['is a path', '../../elsewhere', { 'server/move.ts': PROGRAM }],
  ['is not there any more', NEWER, {}],
])(
  'a version that %s is passed over',
  async (_, version, files) => {
    await putInPlace('0.0.1', {})
    if (version !== '../../elsewhere') await putInPlace(version, files)
    await writeFile(path.join(dataDirectory, 'updates/active.json'), JSON.stringify({ version }))

    const { text } = await launched({ DATA_DIR: dataDirectory }, 'server/move.ts').ended

    expect(text).toContain('usage: npm run move')
    expect(await readFile(path.join(dataDirectory, 'updates/active.json'), 'utf8')).toContain(version)
  },
  60_000,
)
