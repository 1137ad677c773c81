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
      expect(foreign.body.replaceAll(`${closedPage.id}`, '')).toBe(missing.body.replaceAll(`${MISSING}`, ''))
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
