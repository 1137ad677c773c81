import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { createApp } from '#server/app.ts'
import { registerPages } from '#server/pages/pages.ts'
import type { WebBuild } from '#server/pages/web-build.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import type { Boot } from '#web/session/boot.ts'
import type { Browser } from './harness.ts'
import { site, type Site } from './harness.ts'

const MISSING = 2_000_000_000

let here: Site
let folder: string
let web: WebBuild
let open: Item
let closed: Item
let openPage: Page
let closedPage: Page
beforeAll(async () => {
  here = await site()
  folder = await mkdtemp(path.join(tmpdir(), 'documents-'))
  await mkdir(path.join(folder, 'assets'))
  web = await unbuiltWeb(folder)
  await registerPages(here.app, here.application, web)
  open = await here.world.addItem({ name: 'Handbook' })
  openPage = await here.world.addPage(open, { title: 'Greeting', content: 'hello everybody' })
  closed = await here.world.addItem({ name: 'planted item', domain: 'vault', visitPassword: 'open sesame' })
  closedPage = await here.world.addPage(closed, { title: 'planted page', content: 'planted text' })
})
afterAll(async () => {
  await here.close()
  await rm(folder, { recursive: true })
})

const at = async (browser: Browser, address: string) => {
  const { statusCode, headers, body } = await browser.get(address)
  return { status: statusCode, location: headers.location ?? null, body }
}

it('documents and answers name the same build, and another one after an update of the web or of a plugin', async () => {
  const buildsOf = async (app: Site['app']) => {
    const { body } = await app.inject('/user/login')
    const { headers } = await app.inject('/trpc/user.captcha')
    return [/<meta name="site-build" content="(\w+)">/.exec(body)?.[1], headers['x-site-build']]
  }
  const builds = await buildsOf(here.app)
  const updated = async (web: WebBuild, pluginWebFiles: Site['application']['pluginWebFiles']) => {
    const application = { ...here.application, pluginWebFiles }
    const app = await createApp(application, { hasPages: false })
    await registerPages(app, application, web)
    const builds = await buildsOf(app)
    await app.close()
    return builds
  }
  const plugin = { entry: 'web.js', sum: '1', files: new Map() }
  const all = [
    builds,
    await updated({ ...web, digest: 'another' }, new Map()),
    await updated(web, new Map([['hello', plugin]])),
    await updated(web, new Map([['hello', { ...plugin, sum: '2' }]])),
  ]

  expect(builds[0]).toMatch(/^[0-9a-f]{16}$/)
  for (const [inDocument, inAnswer] of all) expect(inAnswer).toBe(inDocument)
  expect(new Set(all.flat()).size).toBe(4)
})

describe('documents with the reader drawn already', () => {
  it('[VIEW-01] hold what everybody may read', async () => {
    const { status, body } = await at(here.browser(), `/${open.id}/${openPage.id}`)

    expect(status).toBe(200)
    expect(body).toContain('<title>Greeting · Handbook</title>')
    expect(body).toContain('hello everybody')
  })

  it('lead to the password page of a private item, and hold nothing of it', async () => {
    for (const [address, gate] of [
      [`/${closed.id}`, `/item/password/${closed.id}?redirect=%2F${closed.id}`],
      ['/vault', '/item/password/vault?redirect=%2Fvault'],
      [
        `/${closed.id}/${closedPage.id}`,
        `/item/password/${closed.id}?page_id=${closedPage.id}&redirect=%2F${closed.id}%2F${closedPage.id}`,
      ],
      [`/page/${closedPage.id}`, `/item/password/0?page_id=${closedPage.id}&redirect=%2Fpage%2F${closedPage.id}`],
      // Nobody can tell a private item from one that does not exist (threats A3).
      [`/${MISSING}`, `/item/password/${MISSING}?redirect=%2F${MISSING}`],
      ['/nosuch', '/item/password/nosuch?redirect=%2Fnosuch'],
      ['/constructor', '/item/password/constructor?redirect=%2Fconstructor'],
    ]) {
      const answer = await at(here.browser(), address ?? '')

      expect([answer.status, answer.location], address).toEqual([302, gate])
      expect(answer.body).not.toContain('planted')
    }
  })

  it('are "not found" for a page that is not of the item, whoever may see it', async () => {
    const owner = await here.browserOf(here.world.owner)

    for (const browser of [here.browser(), owner]) {
      const foreign = await at(browser, `/${open.id}/${closedPage.id}`)
      const missing = await at(browser, `/${open.id}/${MISSING}`)

      expect([foreign.status, foreign.location]).toEqual([404, null])
      expect(foreign.body.replaceAll(new RegExp(`\\b${closedPage.id}\\b`, 'g'), '')).toBe(
        missing.body.replaceAll(`${MISSING}`, ''),
      )
    }
  })

  it('are drawn once the visit password was given', async () => {
    const browser = here.browser()
    await browser.post('item/pwd', { item_id: closed.id, password: 'open sesame' })

    expect(await at(browser, `/page/${closedPage.id}`)).toMatchObject({ status: 200 })
  })

  it('are a failure and not "not found" while the database has no room', async () => {
    const { product } = here.application
    const full = async (): Promise<never> => Promise.reject(new DomainError('busy'))
    const access = { ...product.database.access, ofItem: full, ofPage: full }
    const application = { ...here.application, product: { ...product, database: { ...product.database, access } } }
    const app = await createApp(application, { hasPages: false })
    await registerPages(app, application, web)

    for (const address of [`/${open.id}`, `/page/${openPage.id}`]) {
      const { statusCode, headers } = await app.inject(address)
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store, private'])
      expect(headers['content-type']).toContain('text/html')
    }
    await app.close()
  })

  it('of screens of a plugin are there as long as it runs, and no item can have their addresses', async () => {
    const plugins = [{ id: 'word-count', apiVersion: 2, summary: 'Counts words.' }]
    const app = await createApp({ ...here.application, plugins }, { hasPages: false })
    await registerPages(app, { ...here.application, plugins }, web)
    const statusOf = async (address: string) => (await app.inject(address)).statusCode

    for (const address of ['/word-count', '/word-count/7/chart', '/word-count-2/x', '/item/feedback', '/item/export/7'])
      expect(await statusOf(address), address).toBe(200)
    for (const address of ['/words-count', '/word-counts/7', '/word-', '/7-word-count', '/word-count%2F7'])
      expect(await statusOf(address), address).toBe(404)
    await app.close()
  })

  it('are "not found" at addresses that are none', async () => {
    for (const address of ['///', '//[', '//host:99999/', '/page/0', '/%00', '/__proto__'])
      expect((await at(here.browser(), address)).status, address).toBe(404)
  })
})

describe('what the document says to the screen', () => {
  /** What it knows of an operation; undefined when it has to be asked for. */
  const knownIn = (body: string, operation: string): unknown => {
    const [, text = ''] = /id="boot">(.*?)<\/script>/s.exec(body) ?? []
    const boot = JSON.parse(text) as Pick<Boot, 'plugins' | 'known'>
    if (operation === 'plugins') return boot.plugins
    return boot.known.find((each) => each.operation.join('.') === operation)?.answer
  }
  const known = async (browser: Browser, operation: string, address = `/${open.id}/${openPage.id}`) =>
    knownIn((await at(browser, address)).body, operation)

  it('is who writes in which page, for those who may write, and nobody else', async () => {
    const { owner, editor, manager, reader, stranger } = here.world
    const former = await here.world.addUser('former editor')
    await here.world.addMember(open, former, 'editor')
    const browsers = { other: await here.browserOf(manager), former: await here.browserOf(former) }
    const lock = await (await here.browserOf(editor)).post('page/setLock', { page_id: openPage.id })
    expect(lock.error_code).toBe(0)

    const locks = [expect.objectContaining({ pageId: openPage.id, holderUsername: editor.username })]
    expect(await known(browsers.other, 'page.locks')).toEqual(locks)
    expect(await known(browsers.former, 'page.locks', `/${open.id}`)).toEqual(locks)
    expect(await known(here.browser(), 'page.locks')).toBeUndefined()
    for (const person of [reader, stranger])
      expect(await known(await here.browserOf(person), 'page.locks'), person.username).toBeUndefined()

    const owning = await here.browserOf(owner)
    const itsId = await memberId(owning, former)
    const removed = await owning.post('member/delete', { item_id: open.id, item_member_id: itsId })
    expect(removed.error_code).toBe(0)
    expect(await known(browsers.former, 'page.locks')).toBeUndefined()
  })

  it('is the tasks and the running plugins, for those who are logged in', async () => {
    const person = await here.browserOf(here.world.stranger)

    for (const address of [`/${open.id}/${openPage.id}`, '/item/index']) {
      expect(await known(person, 'task.list', address), address).toEqual({ list: [], total: 0 })
      expect(await known(person, 'plugins', address), address).toEqual(
        (await person.get('/plugins/running.json')).json(),
      )
      expect(await known(here.browser(), 'task.list', address), address).toBeUndefined()
      expect(await known(here.browser(), 'plugins', address), address).toBeNull()
    }
  })

  it('is left to the screen to ask when it cannot be read, and the page is shown', async () => {
    const { product } = here.application
    const broken = async (): Promise<never> => Promise.reject(new Error('the table is damaged'))
    const [tasks, locks] = [
      { ...product.database.tasks, list: broken },
      { ...product.database.locks, ofItem: broken },
    ]
    const application = {
      ...here.application,
      product: { ...product, database: { ...product.database, tasks, locks } },
    }
    const app = await createApp(application, { hasPages: false })
    await registerPages(app, application, web)
    const person = await here.browserOf(here.world.editor)
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

    const { statusCode, body } = await app.inject({ url: `/${open.id}/${openPage.id}`, headers: { cookie } })

    expect(statusCode).toBe(200)
    expect(body).toContain('hello everybody')
    expect([knownIn(body, 'task.list'), knownIn(body, 'page.locks')]).toEqual([undefined, undefined])
    await app.close()
  })
})

async function memberId(owner: Browser, { username }: { readonly username: string }): Promise<number> {
  const { data } = await owner.post('member/getList', { item_id: open.id })
  const members = data as readonly { readonly username: string; readonly item_member_id: number }[]
  return members.find((member) => member.username === username)?.item_member_id ?? 0
}
