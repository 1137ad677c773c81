import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAdministrator } from '#core/account/first-administrator.ts'
import { createApp } from '#server/app.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { Browser } from '#tests/rest/harness.ts'
import { codeOf, dataOf } from '#tests/rest/replies.ts'
import { silentLog, TEST_PASSWORD } from './support/services.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const PLUGINS = ['server-points', 'checklist']
const LIST = JSON.stringify({ checklist: [{ text: 'Buy quokka food', done: false }] })

/** A plugin of which each server has another version: this much of its settings. */
const versionWith = (fields: string): string => `
export default ({ nothing, query, readSettings, secretText, settingsSection, z }) => {
  const settings = z.object({ ${fields} })
  const labels = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, { label: name }]))
  const texts = { settings: labels }
  return {
    settings,
    messages: { en: texts, 'zh-cn': texts },
    operations: {
      changing: {
        settings: query({
          ...{ summary: 'Its settings.', audience: 'admin', input: nothing(), output: settings },
          run: ({ store, services }) => readSettings(store, settingsSection('plugin.changing', settings), services.seals),
        }),
      },
    },
  }
}`
const FORMER = `isLoud: z.boolean().default(false), greeting: z.string().default('Hi')`
const NEWER = `${FORMER}, signature: z.string().default(''), token: secretText(100).default('')`

/** A server of the database, with these plugins dropped in. @param fields what its version of one has as settings */
async function serverWith(url: string, plugins: readonly string[], fields: string) {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-servers-'))
  const changing = path.join(directory, 'plugins/changing')
  await mkdir(changing, { recursive: true })
  const manifest = { id: 'changing', apiVersion: 2, summary: 'Is another version.', server: 'server.js' }
  await writeFile(path.join(changing, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(changing, 'server.js'), versionWith(fields))
  for (const id of plugins)
    await cp(path.join(import.meta.dirname, 'plugins', id), path.join(directory, 'plugins', id), { recursive: true })
  const own = { DATA_DIR: directory, CAPTCHA: 'off', LANGUAGE: 'en', RATE_LIMIT: '0' }
  const shared = { DATABASE_URL: url, SECRET_KEY: 'the same key at every server of a site' }
  const application = await compose(readConfig({ ...own, ...shared }), silentLog)
  const app = await createApp(application, { hasPages: false })
  return {
    ...{ application, app, database: application.product.database },
    async close() {
      await app.close()
      await application.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
type Server = Awaited<ReturnType<typeof serverWith>>

describe.skipIf(POSTGRES_URL === undefined)('of two servers with one database, of which one lacks a plugin,', () => {
  let drop: () => Promise<void>
  let url: string
  let without: Server
  let having: Server | null = null
  const adminAt = async ({ app }: Server) => {
    const admin = new Browser([app])
    await admin.logIn('ada', TEST_PASSWORD)
    return admin
  }
  const start = async () => (having = await serverWith(url, PLUGINS, NEWER))
  const stop = async () => {
    await having?.close()
    having = null
  }
  beforeAll(async () => {
    ;({ url, drop } = await newServerDatabase())
    without = await serverWith(url, [], FORMER)
    const { database, services } = without.application.product
    await createAdministrator(database, services, { username: 'ada', password: TEST_PASSWORD })
  })
  afterEach(stop)
  afterAll(async () => {
    await without.close()
    await drop()
  })
  const asked = async <T extends QueryResultRow>(text: string): Promise<readonly T[]> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }

  it('the one without it leaves jobs and tasks to one that has it, and counts no failure', async () => {
    const { database } = without
    const [ada] = await database.users.byUsernames(['ada'])
    const begun = { kind: 'server-points.count', startedById: ada?.id ?? 0, language: 'en', input: {} } as const
    const task = await database.tasks.insert({ ...begun, startedAt: new Date() }, 10)
    await database.jobs.enqueue('server-points.job', { text: 'waited' })
    await database.jobs.enqueue('task:server-points.count', { taskId: task?.id }, { once: `task:${task?.id}` })
    // Behind them, and one that every server has.
    await database.jobs.enqueue('task.sweep', {}, { once: 'behind' })
    const waiting = () => asked(`select name, attempts, failed_at from job where due_at < now() order by id`)
    const left = ['server-points.job', 'task:server-points.count'].map((name) => ({
      name,
      attempts: 0,
      failed_at: null,
    }))

    await vi.waitFor(async () => expect(await waiting()).toEqual(left), PATIENCE)
    expect((await database.failedJobs.list({ page: 1, count: 10 })).total).toBe(0)
    const admin = await adminAt(await start())

    await vi.waitFor(async () => {
      expect(await dataOf(admin, 'serverPoints/noted', { text: 'job waited' })).toEqual({ is_noted: 1 })
      expect((await database.tasks.byId(task?.id ?? 0))?.state).toBe('done')
    }, PATIENCE)
  })

  it('settings that only a newer version of a plugin has are kept when the former one saves its own', async () => {
    const [newer, former] = [await adminAt(await start()), await adminAt(without)]
    const save = async (browser: Browser, values: object) =>
      expect(await browser.postJson('settings/write', { section: 'plugin.changing', values })).toMatchObject({
        error_code: 0,
      })
    await save(newer, { signature: 'Yours', token: 'hush' })

    await save(former, { isLoud: true })
    expect(await dataOf(newer, 'changing/settings')).toMatchObject({ is_loud: 1, signature: 'Yours', token: 'hush' })
    expect(await dataOf(former, 'changing/settings')).toEqual({ is_loud: 1, greeting: 'Hi' })
    await save(newer, { isLoud: false })
    expect(await dataOf(newer, 'changing/settings')).toMatchObject({ is_loud: 0, signature: 'Yours', token: 'hush' })

    // A text may be the place that a secret is sent to: it has to be entered again (D73).
    await save(former, { greeting: 'https://elsewhere.example' })
    const after = await dataOf(newer, 'changing/settings')
    expect(after).toMatchObject({ greeting: 'https://elsewhere.example', signature: 'Yours', token: '' })
  })

  it('has its routes and calls where it is, and is no plugin of the other one', async () => {
    const server = await start()
    const [here, there] = [await adminAt(server), await adminAt(without)]
    const answers = async (browser: Browser) => (await browser.get('/server-points-token/x')).headers['x-who']
    const listed = async (browser: Browser) =>
      (await dataOf(browser, 'plugin/list')).plugins.map(({ id }: { readonly id: string }) => id)

    expect([await answers(here), await answers(there)]).toEqual(['visitor', undefined])
    expect(await codeOf(here, 'serverPoints/noted', { text: 'x' })).toBe(0)
    expect(await codeOf(there, 'serverPoints/noted', { text: 'x' })).not.toBe(0)
    expect(await listed(here)).toEqual(expect.arrayContaining(PLUGINS))
    expect(await listed(there)).not.toEqual(expect.arrayContaining(['checklist']))
  })

  it('pages of its kind are shown as they are stored by the other one, which learns of a kind that came later', async () => {
    const server = await start()
    const [here, there] = [await adminAt(server), await adminAt(without)]
    const { item_id } = await dataOf(here, 'item/add', { item_type: 1, item_name: 'Lists' })
    const wishes = { item_id, page_title: 'To do', page_content: LIST }
    const { page_id } = await dataOf(here, 'page/save', { ...wishes, page_id: 0 })
    const shownTo = async (browser: Browser) => {
      const input = encodeURIComponent(JSON.stringify({ pageId: page_id }))
      const { result } = (await browser.get(`/trpc/page.view?input=${input}`)).json()
      return [result.data.kind, /The plugin “\S*checklist.*” is not running/u.test(result.data.html)]
    }

    await vi.waitFor(async () => expect(await shownTo(here)).toEqual(['checklist', false]), PATIENCE)
    await vi.waitFor(async () => expect(await shownTo(there)).toEqual(['unknown', true]), PATIENCE)
    // What is saved there stays what it is.
    await dataOf(there, 'page/save', { ...wishes, page_id, page_title: 'Done' })
    expect(await dataOf(here, 'page/info', { page_id })).toMatchObject({ page_title: 'Done', page_content: LIST })
    expect(await shownTo(here)).toEqual(['checklist', false])
  })

  it('pages of its kind are put into the search index by the one that can read them', async () => {
    await start()
    await stop()
    const there = await adminAt(without)
    const { item_id } = await dataOf(there, 'item/add', { item_type: 1, item_name: 'Found' })
    const save = async (page_title: string, page_content: string): Promise<number> =>
      (await dataOf(there, 'page/save', { item_id, page_id: 0, page_title, page_content })).page_id
    const listId = await save('To do', LIST)
    const plainId = await save('Plain', 'Numbats eat termites.')
    const indexed = async () =>
      (await asked<{ id: number }>('select page_id as id from page_search where tokens is not null')).map(
        ({ id }) => id,
      )
    const foundBy = async (keyword: string) =>
      (await dataOf(there, 'item/search', { item_id, keyword })).pages.map((page: { page_id: number }) => page.page_id)

    // Both at once, or the plain page alone.
    await vi.waitFor(async () => expect(await indexed()).toContain(plainId), PATIENCE)
    expect(await indexed()).not.toContain(listId)
    expect(await foundBy('quokka')).toEqual([listId])
    await start()
    await vi.waitFor(async () => expect(await indexed()).toContain(listId), PATIENCE)

    expect(await foundBy('quokka')).toEqual([listId])
    expect(await foundBy('"done"')).toEqual([])
  })
})
