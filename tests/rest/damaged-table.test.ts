import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine } from '#adapters/database/embedded/engine.ts'
import { embeddedPool } from '#adapters/database/pools.ts'
import { ADMIN, startServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Reply {
  readonly error_code: number
  readonly data: Record<string, unknown>
}
async function post(url: string, call: string, fields: Record<string, string>) {
  const reply = await fetch(`${url}/api/${call}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: reply.status, ...((await reply.json()) as Reply) }
}

/** The file of a table, in the folder of the embedded database. */
async function fileOf(table: string, directory: string): Promise<string> {
  const engine = await startEngine({ directory, image: null })
  const pool = embeddedPool(engine, () => undefined)
  const { rows } = await pool.query<{ place: string }>('select pg_relation_filepath($1::regclass) as place', [table])
  await pool.end()
  await engine.close()
  return path.join(directory, rows[0]?.place ?? '')
}

it('a table whose file was cut off is an error of what needs it, and says so to those who send people there', async () => {
  const dataDirectory = path.join(folder, 'data')
  const database = path.join(dataDirectory, 'database')
  await layDatabase(database)
  const whole = await startServer({ dataDirectory })
  const { data: login } = await post(whole.url, 'user/login', { ...ADMIN })
  const user_token = String(login['user_token'])
  const { data: item } = await post(whole.url, 'item/add', { user_token, item_type: '1', item_name: 'Handbook' })
  const item_id = String(item['item_id'])
  const text = { page_title: 'Greeting', page_content: 'hello' }
  const { data: page } = await post(whole.url, 'page/save', { user_token, item_id, ...text })
  await whole.stop()

  await truncate(await fileOf('page', database), 0)
  const { child, url: address, ended } = launched({ DATA_DIR: dataDirectory })
  const url = await address

  const read = await post(url, 'page/info', { user_token, page_id: String(page['page_id']) })
  expect([read.status, read.error_code]).toEqual([500, 10500])
  expect(await post(url, 'item/myList', { user_token })).toMatchObject({ status: 200, error_code: 0 })
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).text).toContain('most of the table page cannot be read (')
}, 240_000)
