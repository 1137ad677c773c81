import { cp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import * as promise from '#core/plugin.ts'
import { tellOfTrouble } from '#core/site/trouble.ts'
import { Browser } from '#tests/rest/harness.ts'
import { dataOf } from '#tests/rest/replies.ts'
import { TEST_PASSWORD } from './support/services.ts'
import { siteWithPlugins, type SiteWithPlugins } from './support/site-with-plugins.ts'

const ID = 'server-points'
const PATIENCE = { timeout: 60_000, interval: 50 }
/** Asked by commands of the operator alone, which have tests of their own: `switch` and `rotate-key`. */
const OF_COMMANDS = [
  'announcementCarriers',
  'carriedLoginKeys',
  'itemKeyCarriers',
  'itemKeyHolders',
  'mockCarriers',
  'reminderCarriers',
  'sampleSteps',
  'sealedDocuments',
  'subscriptionCarriers',
  'templateCarriers',
  'threadCarriers',
]

let site: SiteWithPlugins
let application: SiteWithPlugins['application']
let app: SiteWithPlugins['app']
let admin: Browser
beforeAll(async () => {
  site = await siteWithPlugins({
    drop: (plugins) => cp(path.join(import.meta.dirname, 'plugins', ID), path.join(plugins, ID), { recursive: true }),
    environment: { STORAGE_URL: 'heap://here' },
  })
  ;({ application, app, admin } = site)
})
afterAll(() => site.close())

const addItem = async (): Promise<number> =>
  (await dataOf(admin, 'item/add', { item_type: 1, item_name: 'Points' })).item_id
const addPage = async (itemId: number, content = 'one'): Promise<number> =>
  (await dataOf(admin, 'page/save', { page_id: 0, item_id: itemId, page_title: 'Page', page_content: content })).page_id
const isNoted = (text: string) =>
  vi.waitFor(async () => expect(await dataOf(admin, 'serverPoints/noted', { text })).toEqual({ is_noted: 1 }), PATIENCE)
const exported = async (itemId: number): Promise<string> =>
  (await admin.get(`/api/export/file?format=line-pages&item_id=${itemId}`)).body

describe('a plugin that was built apart and has a value for every point of the server', () => {
  it('runs, and forgets no point that the product asks while it serves', async () => {
    const { plugins } = await dataOf(admin, 'plugin/list')
    const points = Object.entries<unknown>(promise).filter(([name, value]) => (value as { id?: unknown }).id === name)
    const used = application.plugins.find(({ id }) => id === ID)?.contributes?.map(({ point }) => point.id) ?? []

    expect(plugins.find(({ id }: { readonly id: string }) => id === ID)).toMatchObject({ state: 'running', reason: '' })
    expect([...used, ...OF_COMMANDS].toSorted()).toEqual(points.map(([name]) => name).toSorted())
  })

  it('takes pages in and out in a format of its own', async () => {
    const content = 'Welcome: hello\nLog in: how to'

    const { data } = await admin.upload('import/auto', { name: 'a.lines', content })

    expect(await exported(data.item_id)).toBe(`${content}\n`)
  })

  it('has a kind of pages, which readers see as it renders them', async () => {
    const itemId = await addItem()
    const pageId = await addPage(itemId, 'loud: quiet')

    expect(await dataOf(admin, 'page/info', { page_id: pageId })).toMatchObject({ page_content: 'loud: quiet' })
    // The thread of the kinds is given up when a busy machine takes long to start it, and started anew.
    await vi.waitFor(async () => expect(await exported(itemId)).toBe('Page: QUIET\n'), PATIENCE)
  })

  it('lets people log in by name and password, and at another site', async () => {
    const lin = new Browser([app])
    const mei = new Browser([app])

    await lin.logIn('lin', 'secret of lin')
    const { headers } = await mei.get(`/user/login/${ID}-site/start`)
    const { searchParams } = new URL(String(headers.location))
    const back = new URL(searchParams.get('callbackUrl') ?? '')
    const state = searchParams.get('state') ?? ''
    await mei.request({
      ...{ method: 'GET', url: `${back.pathname}?${new URLSearchParams({ state, code: 'code-mei' }).toString()}` },
      headers: { 'sec-fetch-site': 'cross-site' },
    })

    expect(await dataOf(lin, 'user/info')).toMatchObject({ username: 'lin' })
    expect(await dataOf(mei, 'user/info')).toMatchObject({ username: 'mei' })
  })

  it('keeps files', async () => {
    const { url } = await admin.upload(
      'page/upload',
      { name: 'a.txt', content: 'kept elsewhere' },
      { page_id: await addPage(await addItem()) },
    )

    expect((await admin.get(new URL(url).pathname)).body).toBe('kept elsewhere')
    const stored = await application.product.database.attachments.inStorages()
    expect(stored.map(({ storage }) => storage)).toContain('heap://here')
  })

  it('says in an export what was said of a page', async () => {
    const itemId = await addItem()
    await addPage(itemId)
    const options = encodeURIComponent(JSON.stringify({ withComments: true }))

    const { body } = await admin.get(`/api/export/file?format=html&item_id=${itemId}&options=${options}`)

    expect(body).toContain('said elsewhere')
  })

  it('finds more, and counts what is unread', async () => {
    const { sources } = await dataOf(admin, 'page/findElsewhere', { keyword: 'needle' })

    expect(sources.map(({ id }: { readonly id: string }) => id)).toContain(ID)
    expect(await dataOf(admin, 'item/info', { item_id: await addItem() })).toMatchObject({ unread_count: 7 })
  })

  it('finds by words what it keeps for pages', async () => {
    const itemId = await addItem()
    const pageId = await addPage(itemId)
    await isNoted('handler Page')

    const { sources } = await dataOf(admin, 'page/findElsewhere', { keyword: 'pag', item_id: itemId })

    const parts = [
      { text: 'Pag', is_hit: 1 },
      { text: 'e', is_hit: 0 },
    ]
    const ofPage = {
      path: `/${itemId}/${pageId}`,
      content_parts: parts,
      item_name: 'Points',
      author_name: '',
      addtime: null,
    }
    expect(sources[0].hits.slice(1)).toMatchObject([ofPage])
  })

  it('hears of a save by its handler and its outbox, and runs its job', async () => {
    await addPage(await addItem())
    await admin.post('serverPoints/enqueue')

    for (const text of ['handler Page', 'outbox Page', 'job ran']) await isNoted(text)
  })

  it('takes part in a transfer, and tells of trouble', async () => {
    const itemId = await addItem()
    await new Browser([app]).logIn('new', 'secret of new')
    const { database } = application.product

    await dataOf(admin, 'item/attorn', { item_id: itemId, username: 'new', password: TEST_PASSWORD })
    await database.transaction((store) =>
      tellOfTrouble({ store }, { kind: 'backupFailed', problem: 'the disk is full' }),
    )

    for (const text of ['transfer of Points', 'the disk is full']) await isNoted(text)
  })

  it('says what belongs to somebody, and gives it to somebody else', async () => {
    const { users } = await dataOf(admin, 'adminUser/getList', { username: 'new' })
    const uid: number = users[0].uid

    const owned = await dataOf(admin, 'adminUser/belongings', { uid })
    const given = await dataOf(admin, 'adminUser/handOver', { uid, username: 'ada' })

    const kind = { kind: 'point', one: 'Point', many: 'points', total: 1 }
    expect(owned).toMatchObject({ besides: [kind] })
    expect(owned.list).toContainEqual({ kind: 'point', id: uid, name: 'Point of view' })
    expect(given).toMatchObject({ besides: [kind] })
    await isNoted(`points from ${uid} to 1`)
  })

  it('has settings with a form, of which a secret is masked and sealed', async () => {
    const section = `plugin.${ID}`
    const reply = await admin.postJson('settings/write', { section, values: { greeting: 'Hi', key: 'secret' } })

    expect(reply.data.fields.map(({ label, value }: { readonly [key: string]: string }) => [label, value])).toEqual([
      ['Greeting', 'Hi'],
      ['Key', promise.SECRET_MASK],
    ])
    expect(await dataOf(admin, 'serverPoints/settings')).toEqual({ greeting: 'Hi', key: 'secret' })
    expect(JSON.stringify(await application.product.database.settings.read(section))).not.toContain('secret')
  })

  it('runs a task with a result, and streams both ways', async () => {
    const { task_id: taskId } = await dataOf(admin, 'serverPoints/count')
    await vi.waitFor(
      async () => expect(await dataOf(admin, 'task/status', { task_id: taskId })).toMatchObject({ state: 'done' }),
      PATIENCE,
    )
    const sent = await app.inject({
      ...{ method: 'POST', url: '/server-points-token/x', payload: 'there and back' },
      headers: { authorization: 'Bearer of the plugin', 'content-type': 'text/plain' },
    })

    expect((await admin.get(`/api/task/result?task_id=${taskId}`)).body).toBe('1\n2\n3\n')
    expect((await admin.get('/api/serverPoints/stream')).body).toBe('1\n2\n3\n')
    expect([sent.body, sent.headers['x-who']]).toEqual(['there and back', 'token'])
  })

  it('does for its caller what the caller may do, and refuses in its own words', async () => {
    const itemId = await addItem()
    const page = { item_id: itemId, page_id: await addPage(itemId) }
    const lin = new Browser([app])
    await lin.logIn('lin', 'secret of lin')

    expect((await lin.post('serverPoints/rename', { ...page, title: 'By Lin' })).error_code).not.toBe(0)
    expect(await admin.post('serverPoints/rename', { ...page, title: 'pointless' })).toMatchObject({
      ...{ error_code: 29901, error_message: 'There is no point in that.' },
    })
    await dataOf(admin, 'serverPoints/rename', { ...page, title: 'By Ada' })
    expect(await dataOf(admin, 'page/info', { page_id: page.page_id })).toMatchObject({
      ...{ page_title: 'By Ada', page_content: 'renamed' },
    })
  })

  it('has its jobs wait while it is switched off, however long that lasts', async () => {
    const { jobs, jobTable } = application.product.database as OpenDatabase
    await dataOf(admin, 'plugin/switchOff', { id: ID })
    await jobs.enqueue(`${ID}.job`, { text: 'later' })
    await new Promise((resolve) => setTimeout(resolve, 500))

    // Due since ever: nobody has taken it, or it would be due at the end of the lease.
    expect(await jobTable.nextDueAt([`${ID}.job`])).toEqual(new Date(0))
    await dataOf(admin, 'plugin/switchOn', { id: ID })
    await isNoted('job later')
  })
})
