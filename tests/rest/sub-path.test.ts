import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { registerPages } from '#server/pages/pages.ts'
import { webFilesOf } from '#server/plugin-web-files.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { silentLog } from '#tests/support/services.ts'
import { FakeSignInSite, signInPlugin } from '#tests/support/sign-in-site.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import { site, type Browser, type Site, type UploadedFile } from './harness.ts'
import { dataOf } from './replies.ts'

const HOST = 'https://example.org'
const SITE = `${HOST}/docs`
const FILES = { scripts: ['/assets/reader.js'], preloads: ['/assets/base.js'], styles: ['/assets/base.css'] }
const PICTURE: UploadedFile = {
  name: 'dot.gif',
  content: Uint8Array.from(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')),
  field: 'editormd-image-file',
}

const other = new FakeSignInSite()
let here: Site
let folder: string
let editor: Browser
beforeAll(async () => {
  await other.open()
  const { contributes } = signInPlugin(other, { start: null, finish: null })
  const mail = new SmtpMail('smtp://127.0.0.1:9', SITE)
  here = await site({ environment: { PUBLIC_URL: SITE }, contributes, mail })
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-sub-path-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets/base.css'), 'body {}')
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const web = { ...(await unbuiltWeb(folder)), readerFiles: FILES, appFiles: FILES }
  await registerPages(here.app, here.application, web)
  editor = await here.browserOf(here.world.editor)
})
afterAll(async () => {
  await here.close()
  await other.close()
  await rm(folder, { recursive: true })
})

/** Asks for an address of the host, whole. */
const at = (url: string) => here.app.inject({ method: 'GET', url, headers: { host: 'example.org' } })

/** Every address a document names for the browser to go to or to load, but for places within it. */
function addressesIn(html: string): readonly string[] {
  const { document } = new JSDOM(html).window
  return [...document.querySelectorAll('[href], [src], [action]')]
    .map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('action') ?? '',
    )
    .filter((address) => !address.startsWith('#'))
}

async function pageWithPicture() {
  const { url } = await editor.upload('page/uploadImg', PICTURE)
  const address = new URL(url).pathname.slice('/docs'.length)
  const item = await here.world.addItem({ name: 'Handbook' })
  const content = [
    `![in text](${address})`,
    `![whole](${url})`,
    `<img src="${address}" alt="in HTML">`,
    `[another page](/${item.id})`,
    '[elsewhere](https://example.com/x)',
    '`<a href="/api">`',
  ].join('\n\n')
  const page = await here.world.addPage(item, { title: 'Greeting', content })
  const saved = { page_id: page.id, page_title: page.title, page_content: content }
  await dataOf(editor, 'page/save', { ...saved, item_id: item.id })
  return { item, page, address, url }
}

describe('a site below a path', () => {
  it('answers its own path with the one that has a slash, and nothing beside it but health', async () => {
    const [own, beside, health] = [await at('/docs?a=1'), await at('/docsy/api/common/version'), await at('/readyz')]

    expect([own.statusCode, own.headers.location]).toEqual([308, '/docs/?a=1'])
    expect(beside.statusCode).toBe(421)
    expect(beside.json<{ error_message: string }>().error_message).toContain(`${SITE}/`)
    expect((await at('/api/common/version')).statusCode).toBe(421)
    expect([health.statusCode, (await at('/docs/readyz')).statusCode]).toEqual([200, 200])
  })

  it('tells the operator once an hour of a proxy that takes the path away', async () => {
    const told: string[] = []
    const log = { ...silentLog, warn: (text: string) => void told.push(text) }
    const services = { ...here.application.product.services, log }
    const product = { ...here.application.product, services }
    const app = await createApp({ ...here.application, product }, { hasPages: false })

    for (const url of ['/api/common/version', '/docs/api/common/version', '/item/index'])
      await app.inject({ method: 'GET', url, headers: { host: 'example.org' } })

    expect(told).toEqual(['a request came for an address outside of PUBLIC_URL'])
    await app.close()
  })

  it('names no address outside of it in its documents, and sends what they name', async () => {
    const { item, page } = await pageWithPicture()
    const documents = ['/', '/user/login', '/item/index', `/${item.id}`, `/${item.id}/${page.id}`, `/page/${page.id}`]

    for (const document of documents) {
      const { statusCode, body } = await editor.get(document)
      const own = addressesIn(body).filter((address) => !address.startsWith('https://'))

      expect([document, statusCode]).toEqual([document, 200])
      expect(body).toContain('<html lang="en" data-site="/docs">')
      expect(own.filter((address) => !address.startsWith('/docs/'))).toEqual([])
      expect(own).toEqual(
        expect.arrayContaining(['/docs/assets/reader.js', '/docs/assets/base.js', '/docs/favicon.svg']),
      )
    }
    expect((await at('/docs/assets/base.css')).body).toBe('body {}')
    expect((await at('/docs/favicon.svg')).statusCode).toBe(200)
  })

  it('shows the pictures of a page and its links below it, however they are written', async () => {
    const { item, page, address, url } = await pageWithPicture()

    const { body } = await editor.get(`/page/${page.id}`)
    const article = new JSDOM(body).window.document.querySelector('#article')
    const pictures = [...(article?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'))
    const links = [...(article?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))

    expect(pictures).toEqual([`/docs${address}`, `/docs${address}`, `/docs${address}`])
    expect(links).toEqual([`/docs/${item.id}`, 'https://example.com/x'])
    expect(article?.textContent).toContain('<a href="/api">')
    const file = await editor.get(address)
    expect([file.statusCode, url]).toEqual([200, `${SITE}${address}`])
  })

  it('keeps the texts of pages as they were typed, so that the site can move', async () => {
    const { page, address } = await pageWithPicture()

    expect((await dataOf(editor, 'page/info', { page_id: page.id })).page_content).toContain(`![in text](${address})`)
  })

  it('shares a page with the pictures in it', async () => {
    const { page, address } = await pageWithPicture()
    const share = { page_id: page.id, isCreateSiglePage: 1 }
    const { unique_key: key } = await dataOf(editor, 'page/createSinglePage', share)

    const { statusCode, body } = await here.browser().get(`/p/${key}`)
    const sources = [...new JSDOM(body).window.document.querySelectorAll('#article img')].map((image) =>
      image.getAttribute('src'),
    )
    const told = await dataOf(here.browser(), 'page/infoByKey', { unique_key: key })

    expect([statusCode, sources]).toEqual([200, Array.from({ length: 3 }, () => `/docs${address}?key=${key}`)])
    expect(told.page_content).toContain(`![in text](${SITE}${address}?key=${key})`)
    expect(told.page_content).toContain(`![whole](${SITE}${address}?key=${key})`)
    expect((await here.browser().get(`${address}?key=${key}`)).statusCode).toBe(200)
  })

  it('leads to its gates, back from other sites and to its screens within itself', async () => {
    const closed = await here.world.addItem({ visitPassword: 'open sesame' })
    const gate = await here.browser().get(`/${closed.id}`)
    other.person = { externalId: 'sub-path', username: 'lin', name: '林' }
    const browser = here.browser()
    const leaving = await browser.get('/user/login/elsewhere/start?redirect=/item/index')
    const back = new URL(await other.visit(String(leaving.headers.location)), HOST)
    const finished = await here.app.inject({
      method: 'GET',
      url: back.pathname + back.search,
      headers: {
        host: 'example.org',
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })

    expect(gate.headers.location).toBe(`/docs/item/password/${closed.id}?redirect=%2F${closed.id}`)
    expect(back.pathname).toBe('/docs/user/login/elsewhere/finish')
    expect(finished.headers.location).toBe('/docs/user/login?redirect=%2Fitem%2Findex')
  })

  it('says in previews, letters and the document of the interface where it is', async () => {
    const { item } = await pageWithPicture()
    const { body } = await here.browser().get(`/${item.id}`)
    const { servers } = (await at('/docs/api/openapi.json')).json<{ servers: unknown }>()

    expect(body).toMatch(new RegExp(`<link rel="canonical" href="${SITE}/${item.id}/\\d+">`))
    expect(here.application.product.services.mail.addressOf('/user/confirmEmail')).toBe(`${SITE}/user/confirmEmail`)
    expect(servers).toEqual([{ url: SITE }])
    expect(addressesIn((await at('/docs/api')).body)).toEqual(['/docs/api/reference.css', '/docs/api/openapi.json'])
  })

  it('has cookies of its own beside the other sites of its host', async () => {
    const neighbour = await site({ environment: { PUBLIC_URL: `${HOST}/wiki` } })
    const setBy = async (browser: Browser, who: { readonly username: string }) =>
      browser.request({
        ...{
          method: 'POST',
          url: '/api/user/login',
          payload: { username: who.username, password: here.world.password },
        },
      })

    const [mine, theirs] = [
      await setBy(here.browser(), here.world.owner),
      await setBy(neighbour.browser(), neighbour.world.owner),
    ]

    const kept = [mine, theirs].map(({ cookies }) => cookies.map(({ name, path: at }) => [name, at]))
    expect(kept).toEqual([
      expect.arrayContaining([['__Secure-token', '/docs/']]),
      expect.arrayContaining([['__Secure-token', '/wiki/']]),
    ])
    expect(new Set(kept.flat().map(([, at]) => at))).toEqual(new Set(['/docs/', '/wiki/']))
    await neighbour.close()
  })

  it('has plugins that were built apart import the product from it', async () => {
    const script = `import { Link } from '/host/v2/sdk.js'\nconst words = 'see /host/v2/'\nimport("/host/v2/react.js")\n`
    await mkdir(path.join(folder, 'hello'))
    await writeFile(path.join(folder, 'hello/web.js'), script)
    const pluginWebFiles = new Map([['hello', await webFilesOf(path.join(folder, 'hello/web.js'))]])
    const app = await createApp({ ...here.application, pluginWebFiles }, { hasPages: false })

    const { sum = '' } = pluginWebFiles.get('hello') ?? {}
    const { body } = await app.inject({
      method: 'GET',
      url: `/docs/plugins/hello/${sum}/web.js`,
      headers: { host: 'example.org' },
    })

    expect(body).toBe(
      `import { Link } from '/docs/host/v2/sdk.js'\nconst words = 'see /host/v2/'\nimport("/docs/host/v2/react.js")\n`,
    )
    await app.close()
  })
})
