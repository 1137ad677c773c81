import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from './support/database.ts'
import { launched, type Launched } from './support/launched.ts'
import { call, tokenOn } from './support/rest-call.ts'

const manifestOf = (id: string, apiVersion = 2) =>
  JSON.stringify({ id, apiVersion, summary: `The plugin ${id}.`, server: 'server.js', web: 'web.js' })
/** A plugin with a call, a route and a table of its own. */
const serverOf = (id: string, rest = '') => `export default ({ query, nothing, z }) => ({
  operations: { '${id}': { ask: query({
    summary: 'Answers.', audience: 'anyone', input: nothing(), output: z.object({ text: z.string() }),
    run: async () => ({ text: '${id}' }) }) } },
  routes: [{ prefix: '/${id}-route/', caller: 'none', answer: async () => new Response('${id}') }],
  migrations: [{ name: '0001-start', sql: 'create table ${id}_thing (id int)' }],
  ${rest}
})`

const GOOD = Array.from({ length: 14 }, (_, at) => `good${at + 1}`)
const BROKEN: Readonly<
  Record<string, { readonly manifest?: string; readonly server: string; readonly reason: RegExp }>
> = {
  brokena: { manifest: '{', server: '', reason: /^its manifest.json is not JSON$/ },
  brokenb: { server: "throw new Error('a library is missing')", reason: /^a library is missing$/ },
  brokenc: {
    manifest: manifestOf('brokenc', 1),
    server: serverOf('brokenc'),
    reason: /^it is written for plugin API 1; this is 2$/,
  },
  brokend: {
    server: serverOf('brokend', 'errors: {}, start: () => new Promise(() => {}),'),
    reason: /^start of the plugin brokend took longer than 5000 ms$/,
  },
  brokene: {
    server: serverOf('brokene').replace('create table', 'create nonsense'),
    reason: /syntax error/,
  },
  brokenf: {
    server: serverOf('brokenf').replace("id int)'", "id int); alter table item add column mine text'"),
    reason: /^its migration 0001-start changes the table item; its own is what is named brokenf_\* in the schema/,
  },
}

async function drop(plugins: string): Promise<void> {
  const files = [
    ...GOOD.map((id) => [id, manifestOf(id), serverOf(id)] as const),
    ...Object.entries(BROKEN).map(([id, { manifest = manifestOf(id), server }]) => [id, manifest, server] as const),
  ]
  for (const [id, manifest, server] of files) {
    const folder = path.join(plugins, id)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'manifest.json'), manifest)
    await writeFile(path.join(folder, 'server.js'), server)
    await writeFile(path.join(folder, 'web.js'), `export default '${id}'`)
  }
}

describe('a start with twenty plugins of which six are broken, each in another way', () => {
  let directory = ''
  let server: Launched
  let url = ''
  let user_token = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-twenty-'))
    await layDatabase(path.join(directory, 'database'))
    await drop(path.join(directory, 'plugins'))
    const environment = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
    server = launched({ DATA_DIR: directory, ...environment })
    url = await Promise.race([server.url, server.ended.then(({ text }) => Promise.reject(new Error(text)))])
    user_token = await tokenOn(url)
  })
  afterAll(async () => {
    server.child.kill('SIGKILL')
    await server.ended
    await rm(directory, { recursive: true, force: true })
  })
  const ask = (name: string, fields: Readonly<Record<string, string>> = {}) =>
    call(url, name, { user_token, ...fields })
  const running = async () => {
    const reply = await fetch(`${url}/plugins/running.json`)
    return (await reply.json()) as readonly { readonly id: string; readonly web: string | null }[]
  }

  it('comes up, and names each that does not run with its reason', async () => {
    const { data } = await ask('plugin/list')
    const { plugins } = data as {
      readonly plugins: readonly { readonly id: string; readonly state: string; readonly reason: string }[]
    }
    const dropped = plugins.filter(({ id }) => GOOD.includes(id) || id in BROKEN)

    expect(dropped).toHaveLength(20)
    for (const { id, state, reason } of dropped) {
      expect([id, state]).toEqual([id, id in BROKEN ? 'failed' : 'running'])
      expect(reason, id).toMatch(BROKEN[id]?.reason ?? /^$/)
    }
  })

  it('serves the product, and every plugin that runs', async () => {
    expect(await ask('item/add', { item_type: '1', item_name: 'All is well' })).toMatchObject({ error_code: 0 })
    const webs = new Map((await running()).map(({ id, web }) => [id, web]))
    for (const id of GOOD) {
      expect(await ask(`${id}/ask`)).toMatchObject({ error_code: 0, data: { text: id } })
      expect(await (await fetch(`${url}/${id}-route/`)).text()).toBe(id)
      expect(await (await fetch(`${url}${webs.get(id)}`)).text()).toBe(`export default '${id}'`)
    }
  })

  it('serves nothing of those that do not', async () => {
    const ids = (await running()).map(({ id }) => id)
    for (const id of Object.keys(BROKEN)) {
      expect(await ask(`${id}/ask`), id).toMatchObject({ error_code: 10101 })
      expect((await fetch(`${url}/${id}-route/`)).status, id).toBe(404)
      expect(ids).not.toContain(id)
    }
  })

  it('has named each in its log, and stops when it is told to', async () => {
    server.child.kill('SIGTERM')
    const { code, text } = await server.ended

    expect(code).toBe(0)
    for (const id of Object.keys(BROKEN)) expect(text).toContain(`the plugin ${id} does not run`)
  })
})
