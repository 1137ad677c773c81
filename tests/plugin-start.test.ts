import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#tests/rest/harness.ts'
import { silentLog } from './support/services.ts'
import { siteWithPlugins, type SiteWithPlugins } from './support/site-with-plugins.ts'

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
  const logged: string[] = []
  let site: SiteWithPlugins
  let admin: Browser
  beforeAll(async () => {
    const log = { ...silentLog, error: (message: string) => void logged.push(message) }
    site = await siteWithPlugins({ drop, log })
    admin = site.admin
  }, 120_000)
  afterAll(() => site.close())

  it('comes up, and names each that does not run with its reason', async () => {
    const { plugins } = (await admin.post('plugin/list')).data as {
      readonly plugins: readonly { readonly id: string; readonly state: string; readonly reason: string }[]
    }
    const dropped = plugins.filter(({ id }) => GOOD.includes(id) || id in BROKEN)

    expect(dropped).toHaveLength(20)
    for (const { id, state, reason } of dropped) {
      expect([id, state]).toEqual([id, id in BROKEN ? 'failed' : 'running'])
      expect(reason, id).toMatch(BROKEN[id]?.reason ?? /^$/)
    }
    for (const id of Object.keys(BROKEN)) expect(logged).toContain(`the plugin ${id} does not run`)
  })

  it('serves the product, and every plugin that runs', async () => {
    expect(await admin.post('item/add', { item_type: 1, item_name: 'All is well' })).toMatchObject({ error_code: 0 })
    const running = (await admin.get('/plugins/running.json')).json<readonly { id: string; web: string | null }[]>()
    for (const id of GOOD) {
      expect(await admin.post(`${id}/ask`)).toMatchObject({ error_code: 0, data: { text: id } })
      expect((await admin.get(`/${id}-route/`)).body).toBe(id)
      const web = running.find((each) => each.id === id)?.web ?? ''
      expect((await admin.get(web)).body).toBe(`export default '${id}'`)
    }
  })

  it('serves nothing of those that do not', async () => {
    for (const id of Object.keys(BROKEN)) {
      expect(await admin.post(`${id}/ask`), id).toMatchObject({ error_code: 10101 })
      expect((await admin.get(`/${id}-route/`)).statusCode, id).toBe(404)
      expect((await admin.get('/plugins/running.json')).body).not.toContain(`"${id}"`)
    }
  })
})
