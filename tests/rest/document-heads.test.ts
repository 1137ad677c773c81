import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PinoLog, createLogger } from '#server/log.ts'
import { createApp } from '#server/app.ts'
import { registerPages } from '#server/pages/pages.ts'
import type { WebBuild } from '#server/pages/web-build.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import { site, type Browser, type Site } from './harness.ts'
import { dataOf } from './replies.ts'

let here: Site
let folder: string
let web: WebBuild
let open: Item
let openPage: Page
let closed: Item
let closedPage: Page
let key: string
beforeAll(async () => {
  here = await site({ environment: { PUBLIC_URL: 'https://docs.example.org' } })
  folder = await mkdtemp(path.join(tmpdir(), 'document-heads-'))
  await mkdir(path.join(folder, 'assets'))
  web = await unbuiltWeb(folder)
  await registerPages(here.app, here.application, web)
  const { world } = here
  open = await world.addItem({ name: 'Hand "book" <1>', domain: 'handbook', description: 'How we work' })
  openPage = await world.addPage(open, { title: 'Greet & <go>', content: '## Hello\n\nSay *hello* to "all".\n' })
  closed = await world.addItem({ name: 'planted item', description: 'planted words', visitPassword: 'open sesame' })
  closedPage = await world.addPage(closed, { title: 'planted page', content: 'planted text' })
  const editor = await here.browserOf(world.editor)
  const link = { page_id: closedPage.id, isCreateSiglePage: 1 }
  key = (await dataOf(editor, 'page/createSinglePage', link)).unique_key as string
})
afterAll(async () => {
  await here.close()
  await rm(folder, { recursive: true })
})

async function headAt(browser: Browser, address: string) {
  const { statusCode, headers, body } = await browser.get(address)
  const { document } = new JSDOM(body).window
  const tags = [...document.head.querySelectorAll('meta[name], meta[property], link[rel=canonical]')].map((tag) => [
    tag.getAttribute('name') ?? tag.getAttribute('property') ?? 'canonical',
    tag.getAttribute('content') ?? tag.getAttribute('href') ?? '',
  ])
  const meta = Object.fromEntries(tags.filter(([name]) => !OF_EVERY_DOCUMENT.includes(name ?? '')))
  return { status: statusCode, headers, body, title: document.title, meta: meta as Record<string, string> }
}
const OF_EVERY_DOCUMENT = ['viewport', 'color-scheme', 'site-build']
const NOT_KEPT = { robots: 'noindex, nofollow' }

describe('the head of a document', () => {
  it('of a page everybody may read says what chats show of it', async () => {
    const about = {
      canonical: `https://docs.example.org/handbook/${openPage.id}`,
      'og:type': 'article',
      'og:site_name': 'Hand "book" <1>',
      'og:title': 'Greet & <go>',
      'og:url': `https://docs.example.org/handbook/${openPage.id}`,
      description: 'Hello Say hello to "all".',
      'og:description': 'Hello Say hello to "all".',
      'twitter:card': 'summary',
    }

    for (const address of ['/handbook', `/${open.id}/${openPage.id}`]) {
      const { title, meta } = await headAt(here.browser(), address)
      expect(title, address).toBe('Greet & <go> · Hand "book" <1>')
      expect(meta, address).toEqual(about)
    }
  })

  it('of a page by itself names its place in the item, and not the item', async () => {
    const { title, meta } = await headAt(here.browser(), `/page/${openPage.id}`)

    expect(title).toBe('Greet & <go> · Octavo')
    expect(meta).toMatchObject({
      canonical: `https://docs.example.org/${open.id}/${openPage.id}`,
      'og:site_name': 'Octavo',
      'og:title': 'Greet & <go>',
    })
  })

  it('of an item without pages tells what the item is', async () => {
    const empty = await here.world.addItem({ name: 'Empty', description: 'Nothing yet' })

    const { title, meta } = await headAt(here.browser(), `/${empty.id}`)

    expect(title).toBe('Empty')
    expect(meta).toMatchObject({ 'og:title': 'Empty', description: 'Nothing yet' })
  })

  it('says nothing of a private item to whoever has no right in it', async () => {
    const stranger = await here.browserOf(here.world.stranger)
    const addresses = [
      `/${closed.id}`,
      `/${closed.id}/${closedPage.id}`,
      `/page/${closedPage.id}`,
      `/item/password/${closed.id}`,
      `/item/password/0?page_id=${closedPage.id}`,
      `/page/edit/${closed.id}/${closedPage.id}`,
      `/item/setting/${closed.id}`,
      `/${open.id}/${closedPage.id}`,
      `/p/${key}x`,
      '/p/',
    ]

    for (const browser of [here.browser(), stranger])
      for (const address of addresses) {
        const { body, headers, meta } = await headAt(browser, address)
        expect(body + JSON.stringify(headers), address).not.toContain('planted')
        if (body !== '') expect(meta, address).toEqual(NOT_KEPT)
      }
  })

  it('of a private item has a title for whoever may read it, and nothing for chats', async () => {
    const passed = here.browser()
    await passed.post('item/pwd', { item_id: closed.id, password: 'open sesame' })

    for (const browser of [passed, await here.browserOf(here.world.reader)])
      for (const address of [`/${closed.id}/${closedPage.id}`, `/page/${closedPage.id}`]) {
        const { title, meta } = await headAt(browser, address)
        expect(title, address).toContain('planted page')
        expect(meta, address).toEqual(NOT_KEPT)
      }
  })

  it('leaves search engines the home page, and no other screen', async () => {
    expect((await headAt(here.browser(), '/')).meta).toEqual({})
    for (const address of ['/user/login', '/item/index', '/no/such/place'])
      expect((await headAt(here.browser(), address)).meta, address).toEqual(NOT_KEPT)
  })
})

describe('the document of a shared page', () => {
  it('[SINGLE-02] shows the page to whoever has the key, and nothing of its item', async () => {
    const { status, headers, title, meta, body } = await headAt(here.browser(), `/p/${key}`)

    expect([status, title]).toEqual([200, 'planted page · Octavo'])
    expect(body).toContain('planted text')
    expect(body).not.toMatch(/planted item|planted words|itemId|catId/)
    expect(meta).toEqual(NOT_KEPT)
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' })
  })

  it('[SINGLE-06] is "not found" once the link was taken back, as for a key that never was', async () => {
    const page = await here.world.addPage(closed, { title: 'planted for a while' })
    const editor = await here.browserOf(here.world.editor)
    const link = (isWanted: number) =>
      dataOf(editor, 'page/createSinglePage', { page_id: page.id, isCreateSiglePage: isWanted })
    const { unique_key: taken } = await link(1)
    expect((await headAt(here.browser(), `/p/${taken}`)).status).toBe(200)

    await link(0)

    const { status, body } = await headAt(here.browser(), `/p/${taken}`)
    const { body: never } = await headAt(here.browser(), `/p/${'n'.repeat(taken.length)}`)
    expect(status).toBe(404)
    expect(body).not.toContain('planted')
    expect(body).toBe(never)
  })

  it('leaves no key in the log', async () => {
    const lines: string[] = []
    const destination = new Writable({
      write(chunk: Buffer, _, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const logger = createLogger('debug', destination)
    const product = {
      ...here.application.product,
      services: { ...here.application.product.services, log: new PinoLog(logger) },
    }
    const application = { ...here.application, product }
    const app = await createApp(application, { hasPages: false, logger })
    await registerPages(app, application, web)
    const input = encodeURIComponent(JSON.stringify({ uniqueKey: key }))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    await app.inject(`/p/${key}`)
    await app.inject(`/P/${key}`)
    await app.inject(`/p/${key}/more?unique_key=${key}`)
    await app.inject(`/trpc/page.viewByKey?input=${input}`)
    await app.inject({ method: 'POST', url: '/api/page/infoByKey', payload: `unique_key=${key}`, headers: form })
    await app.inject({
      method: 'POST',
      url: '/api/page/infoByKey',
      payload: `unique_key=${key}&page_id=1`,
      headers: form,
    })
    await app.close()

    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('')).not.toContain(key)
  })
})

describe('[SINGLE-01] [SINGLE-11] the address of a page by itself', () => {
  const at = async (browser: Browser, pageId: number) => {
    const { statusCode, headers } = await browser.get(`/page/${pageId}`)
    return [statusCode, headers.location ?? '']
  }
  const gateOf = (pageId: number) => `/item/password/0?page_id=${pageId}&redirect=%2Fpage%2F${pageId}`

  it('leads to the gate of a private item, of one that is not there, and of one whose page is gone', async () => {
    const gone = await here.world.addPage(closed)
    await here.world.product.database.pages.recycle(gone.id, here.world.owner.id, here.world.clock.now())

    for (const pageId of [closedPage.id, gone.id, 2_000_000_000])
      expect(await at(here.browser(), pageId)).toEqual([302, gateOf(pageId)])
    expect(await at(await here.browserOf(here.world.stranger), closedPage.id)).toEqual([302, gateOf(closedPage.id)])
  })

  it('is not found by those who might read the item when the page lies in the recycle bin', async () => {
    const gone = await here.world.addPage(open)
    await here.world.product.database.pages.recycle(gone.id, here.world.owner.id, here.world.clock.now())

    expect(await at(here.browser(), gone.id)).toEqual([404, ''])
  })

  it('leads members of another catalog to the gate, and shows the others their page', async () => {
    const [own, other] = [await here.world.addCatalog(closed), await here.world.addCatalog(closed)]
    const page = await here.world.addPage(closed, { catalogId: own.id })
    const [inside, outside] = [await here.world.addUser('inside'), await here.world.addUser('outside')]
    await here.world.addMember(closed, inside, 'reader', own.id)
    await here.world.addMember(closed, outside, 'reader', other.id)

    expect(await at(await here.browserOf(inside), page.id)).toEqual([200, ''])
    expect(await at(await here.browserOf(outside), page.id)).toEqual([302, gateOf(page.id)])
  })

  it('shows a page of an archived item', async () => {
    const page = await here.world.addPage(await here.world.addItem({ isArchived: true }))

    expect(await at(here.browser(), page.id)).toEqual([200, ''])
  })
})
