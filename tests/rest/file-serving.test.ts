import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Storages } from '#adapters/storage/storages.ts'
import { DomainError } from '#core/errors.ts'
import type { Item } from '#core/item/item.ts'
import type { FileStorage } from '#core/ports/files.ts'
import { dispositionOf } from '#server/rest/download.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { site, type Browser, type Site, type UploadedFile } from './harness.ts'

let here: Site
let item: Item
let editor: Browser
beforeAll(async () => {
  here = await site()
  item = await here.world.addItem({ visitPassword: 'sesame' })
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

const text = (name: string, content = 'how we pay'): UploadedFile => ({ name, content })
const addressOf = async (file: UploadedFile): Promise<string> => (await editor.upload('page/upload', file)).url
const visitsOf = async (url: string): Promise<number> => {
  const { data } = await editor.post('attachment/getMyList', { count: 1000 })
  return data.list.find((each: { url: string }) => each.url === url).visit_times
}
const trafficOf = async (): Promise<number> => (await editor.post('attachment/getMyList')).data.used_flow_m

describe('[ATT-21] a file that could run', () => {
  it.each([
    ['page.html', '<script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['page.HTML.', '<script>alert(1)</script>'],
    ['feed.xml', '<?xml version="1.0"?><x/>'],
    ['app.js', 'alert(1)'],
    ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['noextension', '<script>alert(1)</script>'],
  ])('%s is never active on the site', async (name, content) => {
    const { headers } = await here.browser().get(await addressOf(text(name, content)))

    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })

  it('is no image because of its name, and an image is none because of its content', async () => {
    const fake = await here.browser().get(await addressOf(text('page.png', '<script>alert(1)</script>')))
    const image = await here.browser().get(await addressOf({ name: 'page.html', content: PNG }))

    expect(fake.headers['content-type']).toBe('application/octet-stream')
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="page.html.png"; filename*=UTF-8''page.html.png`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })
})

describe('the name of a download', () => {
  it.each([
    ['接口 (1).pdf', `attachment; filename="__ (1).pdf"; filename*=UTF-8''%E6%8E%A5%E5%8F%A3%20%281%29.pdf`],
    ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
    ['C:\\temp\\a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
    ['a;b%41.txt', `attachment; filename="a_b_41.txt"; filename*=UTF-8''a%3Bb%2541.txt`],
    ['x\u202Etxt.exe', `attachment; filename="xtxt.exe"; filename*=UTF-8''xtxt.exe`],
    ['🚀.txt', `attachment; filename="__.txt"; filename*=UTF-8''%F0%9F%9A%80.txt`],
    [
      `${'接口'.repeat(97)}🚀🚀.txt`,
      `attachment; filename="${'_'.repeat(196)}.txt"; filename*=UTF-8''${'%E6%8E%A5%E5%8F%A3'.repeat(97)}%F0%9F%9A%80.txt`,
    ],
    [
      `a${'接口'.repeat(97)}🚀🚀.txt`,
      `attachment; filename="a${'_'.repeat(194)}.txt"; filename*=UTF-8''a${'%E6%8E%A5%E5%8F%A3'.repeat(97)}.txt`,
    ],
  ])('of %j is safe and true', async (name, disposition) => {
    const served = await here.browser().get(await addressOf(text(name)))

    expect(served.headers['content-disposition']).toBe(disposition)
  })
})

it('signs that mean something in the name of a download stay a part of it', () => {
  expect(dispositionOf({ name: `a "b" \\ 'c'; d=(e)*.txt`, isShown: false })).toBe(
    `attachment; filename="a _b_ _ 'c'_ d=(e)*.txt"; filename*=UTF-8''a%20%22b%22%20%5C%20%27c%27%3B%20d%3D%28e%29%2a.txt`,
  )
})

describe('parts and copies', () => {
  it.each([
    ['bytes=0-3', 206, 'how ', 'bytes 0-3/10'],
    ['bytes=4-', 206, 'we pay', 'bytes 4-9/10'],
    ['bytes=-3', 206, 'pay', 'bytes 7-9/10'],
    ['bytes=4-99999999999', 206, 'we pay', 'bytes 4-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, 'how we pay', undefined],
    ['bytes=0-1,3-4', 200, 'how we pay', undefined],
    ['lines=1-2', 200, 'how we pay', undefined],
  ])('%s is answered with %i', async (range, status, body, contentRange) => {
    const url = await addressOf(text('a.txt'))

    const served = await editor.request({ method: 'GET', url, headers: { range } })

    expect([served.statusCode, served.body, served.headers['content-range']]).toEqual([status, body, contentRange])
  })

  it('a browser that has the file is told so, after its right was looked at', async () => {
    const page = await here.world.addPage(item)
    const { url } = await editor.upload('page/upload', text('a.txt'), { page_id: page.id })
    const { headers } = await editor.get(url)
    const again = { 'if-none-match': String(headers['etag']) }

    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await editor.request({ method: 'GET', url, headers: again })).statusCode).toBe(304)
    expect((await here.browser().request({ method: 'GET', url, headers: again })).statusCode).toBe(404)
  })

  it('are never compressed on the way: a part of a file is no part of what a compressor makes of it', async () => {
    const url = await addressOf(text('long.txt', 'how we pay '.repeat(1000)))
    const asked = { 'accept-encoding': 'gzip, br' }

    const whole = await editor.request({ method: 'GET', url, headers: asked })
    const part = await editor.request({ method: 'GET', url, headers: { ...asked, range: 'bytes=0-1999' } })

    expect([whole.headers['content-encoding'], whole.headers['content-length']]).toEqual([undefined, '11000'])
    expect([part.headers['content-encoding'], part.headers['content-length']]).toEqual([undefined, '2000'])
    expect(part.body).toBe('how we pay '.repeat(1000).slice(0, 2000))
  })

  it('HEAD tells the length and sends nothing', async () => {
    const url = await addressOf(text('a.txt'))

    const { statusCode, headers, body } = await editor.request({ method: 'HEAD', url })

    expect([statusCode, headers['content-length'], body]).toEqual([200, '10', ''])
  })
})

describe('[ATT-17] [D54] visits and traffic', () => {
  it('count each visit once, whatever parts it takes, and the bytes that were sent', async () => {
    const url = await addressOf(text('a.txt', 'x'.repeat(1024 * 1024)))
    const before = await trafficOf()
    const ask = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
      editor.request({ method, url, headers })
    const { headers } = await ask('GET')
    await ask('HEAD')
    await ask('GET', { 'if-none-match': String(headers['etag']) })
    await ask('GET', { range: 'bytes=0-524287' })
    await ask('GET', { range: 'bytes=524288-' })

    expect(await visitsOf(url)).toBe(2)
    expect((await trafficOf()) - before).toBeCloseTo(2, 4)
  })

  it('begin anew with the month of the site', async () => {
    const url = await addressOf(text('a.txt', 'x'.repeat(1024 * 1024)))
    await editor.get(url)
    expect(await trafficOf()).toBeGreaterThanOrEqual(1)

    // In Shanghai it is 1 April while it is 31 March in London.
    here.world.clock.advance(Date.parse('2026-03-31T16:00:00Z') - here.world.clock.now().getTime())
    const evening = await here.browserOf(here.world.editor)

    expect((await evening.post('attachment/getMyList')).data.used_flow_m).toBe(0)
    editor = evening
  })
})

describe('what is not there', () => {
  it('is 404, whether it never was, is closed, or has lost its bytes (R19)', async () => {
    const url = await addressOf(text('a.txt'))
    const attachment = (await here.world.product.database.attachments.byToken(url.slice(-32)))?.attachment
    await rm(path.join(FILES_FOLDER, attachment?.key ?? ''))

    const answers = await Promise.all([url, `/attachment/${'x'.repeat(32)}`].map((each) => editor.get(each)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  })

  it('gives no part of itself away over the call either', async () => {
    const page = await here.world.addPage(item)
    const { url } = await editor.upload('page/upload', text('a.txt'), { page_id: page.id })

    const reply = await here.browser().post('attachment/visit', { token: url.slice(-32) })

    expect(reply.error_code).toBe(10101)
  })
})

describe('a storage that cannot be asked (R10)', () => {
  it('is told of with 503, and nothing a browser could keep as the file', async () => {
    const broken: FileStorage = {
      name: 'broken',
      put: async () => {},
      read: () => Promise.reject(new DomainError('storageUnavailable')),
      delete: async () => {},
    }
    const away = await site({ files: new Storages(broken), fresh: true })
    const { url } = await (await away.browserOf(away.world.editor)).upload('page/upload', text('a.txt'))

    const { statusCode, headers, body } = await away.browser().get(url)
    await away.close()

    expect([statusCode, headers['retry-after'], body]).toEqual([503, '30', ''])
    expect([headers['etag'], headers['content-disposition']]).toEqual([undefined, undefined])
  })
})

describe('[SINGLE-14] files of a page that is shared by a link', () => {
  it('are fetched with its key, those and no others, until the link is cancelled', async () => {
    const [shared, other] = [await here.world.addPage(item), await here.world.addPage(item)]
    const image = await editor.upload('page/uploadImg', { name: 'a.png', content: PNG, field: 'editormd-image-file' })
    await editor.post('page/save', { page_id: shared.id, page_title: 'Shot', page_content: `![a shot](${image.url})` })
    const attached = await editor.upload('page/upload', text('a.txt'), { page_id: shared.id })
    const foreign = await editor.upload('page/upload', text('b.txt'), { page_id: other.id })
    const { data } = await editor.post('page/createSinglePage', { page_id: shared.id, isCreateSiglePage: 1 })
    const key = data.unique_key as string
    const visitor = here.browser()
    const statusOf = async (url: string) => (await visitor.get(`${url}?key=${key}`)).statusCode

    const view = await visitor.post('page/viewByKey', { unique_key: key })
    const list = await visitor.post('page/uploadList', { page_id: shared.id, unique_key: key })

    expect(view.data.html).toContain(`src="${new URL(image.url).pathname}?key=${key}"`)
    expect(view.data.attachment_count).toBe(1)
    expect(list.data).toMatchObject([{ display_name: 'a.txt', url: `${attached.url}?key=${key}` }])
    expect(await Promise.all([image, attached, foreign].map(({ url }) => statusOf(url)))).toEqual([200, 200, 404])
    expect((await visitor.get(image.url)).statusCode).toBe(404)

    await editor.post('page/createSinglePage', { page_id: shared.id, isCreateSiglePage: 0 })
    expect(await statusOf(image.url)).toBe(404)
  })
})
