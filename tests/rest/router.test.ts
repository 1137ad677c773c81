import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { restPath } from '#server/rest/calls.ts'
import { site, type Envelope, type Site } from './harness.ts'

let here: Site
let pageId = 0
beforeAll(async () => {
  here = await site()
  const item = await here.world.addItem()
  pageId = (await here.world.addPage(item, { title: '欢迎', content: '第一章 '.repeat(1_000) })).id
})
afterAll(() => here.close())

const boundary = 'xyz'
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('one call', () => {
  it('may be written in any letter case and with a slash at the end', async () => {
    for (const path of ['page/info', 'PAGE/INFO', 'Page/Info', 'page/info/'])
      expect((await here.browser().post(path, { page_id: pageId })).data.page_title).toBe('欢迎')
  })

  it('takes a form, JSON, multipart, and GET when it only looks (D02, D03)', async () => {
    const browser = here.browser()
    const multipart = await browser.request({
      method: 'POST',
      url: '/api/page/info',
      payload: `${part('page_id', String(pageId))}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const replies = [
      await browser.post('page/info', { page_id: pageId }),
      await browser.postJson('page/info', { page_id: pageId }),
      await browser.postJson('page/info', { page_id: String(pageId) }),
      multipart.json<Envelope>(),
      (await browser.get(`/api/page/info?page_id=${pageId}`)).json<Envelope>(),
      (await browser.request({ method: 'POST', url: `/api/page/info?page_id=${pageId}` })).json<Envelope>(),
    ]

    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(replies[0]?.error_code).toBe(0)
  })

  it('does not change anything by GET', async () => {
    expect((await here.browser().get('/api/page/save?page_title=x')).statusCode).toBe(404)
  })
})

describe('a reply', () => {
  it('[ERR-01] has error_code, error_message and data, when it is good and when it is not (D66, D67)', async () => {
    const good = await here.browser().request({ method: 'GET', url: `/api/page/info?page_id=${pageId}` })
    const bad = await here.browser().request({ method: 'GET', url: '/api/page/info?page_id=2000000000' })

    for (const reply of [good, bad]) {
      expect(reply.statusCode).toBe(200)
      expect(Object.keys(reply.json<Envelope>())).toEqual(['error_code', 'error_message', 'data'])
    }
    expect(good.json()).toMatchObject({ error_code: 0, error_message: '' })
    expect(bad.json()).toMatchObject({ error_code: 10303, data: {} })
  })

  it('speaks the language that was chosen, else the one the browser asks for, else that of the site', async () => {
    const deletion = { byId: here.world.owner.id, at: here.world.clock.now() }
    const gone = await here.world.addPage(await here.world.addItem(), { deletion })
    const said = async (headers: Record<string, string>) =>
      (await here.browser(headers).post('page/info', { page_id: gone.id })).error_message

    expect(await said({ 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' })).toBe('内容不存在。')
    expect(await said({ 'accept-language': 'fr,en;q=0.5' })).toBe('This does not exist.')
    expect(await said({ 'accept-language': 'en', cookie: 'language=zh-cn' })).toBe('内容不存在。')
    expect(await said({ 'accept-language': 'fr' })).toBe('This does not exist.')
  })

  it('names the wrong field as the caller named it', async () => {
    expect((await here.browser().post('page/info', { page_id: 'x' })).data).toEqual({ field: 'page_id' })
  })

  it('is compressed for those who can read that', async () => {
    const packed = await here.browser({ 'accept-encoding': 'gzip' }).get(`/api/page/info?page_id=${pageId}`)
    const plain = await here.browser().get(`/api/page/info?page_id=${pageId}`)

    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  })
})

describe('[ERR-18] a call for people with an account', () => {
  const closed = Object.entries(coreOperations).flatMap(([group, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) =>
      operation.audience === 'anyone' ? [] : [restPath(group, name, operation)],
    ),
  )

  it.each(closed)('%s sends visitors to the login before it looks at anything else', async (path) => {
    expect((await here.browser().post(path)).error_code).toBe(10102)
    expect((await here.browser().post(path, { item_id: 'x', page_id: '-1' })).error_code).toBe(10102)
  })
})
