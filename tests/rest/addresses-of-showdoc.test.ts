import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Envelope, type Site } from './harness.ts'
import { dataOf } from './replies.ts'

const FORM = 'application/x-www-form-urlencoded'
const OLD = [
  '/server/index.php?s=/api/',
  '/server/?s=/api/',
  '/server/index.php?s=api/',
  '/server/?s=%2Fapi%2F',
  '/server//index.php?s=/api/',
  '//server//?s=/api/',
] as const

let here: Site
let editor: Browser
let pageId = 0
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
  pageId = (await here.world.addPage(await here.world.addItem(), { title: 'Welcome' })).id
})
afterAll(() => here.close())

const post = async (url: string, payload: string, browser = editor) =>
  (await browser.request({ method: 'POST', url, payload, headers: { 'content-type': FORM } })).json<Envelope>()

describe.each(OLD)('the address of ShowDoc %s (D83)', (prefix) => {
  it('is the same call as below /api, in any letter case, with parameters in the query or in the body', async () => {
    const due = await editor.post('page/info', { page_id: pageId })
    const replies = [
      await post(`${prefix}page/info`, `page_id=${pageId}`),
      await post(`${prefix}Page/INFO/`, `page_id=${pageId}`),
      await post(`${prefix}page/info&page_id=${pageId}`, ''),
      await post(`${prefix}page/info&page_id=999`, `page_id=${pageId}`),
      (await editor.get(`${prefix}page/info&page_id=${pageId}`)).json<Envelope>(),
    ]

    expect(due.error_code).toBe(0)
    for (const reply of replies) expect(reply).toEqual(due)
  })

  it('takes a login, the token it gave, and a file', async () => {
    const program = here.browser()
    delete program.headers['sec-fetch-site']
    const { username } = here.world.editor
    const form = new URLSearchParams({ username, password: here.world.password }).toString()

    const { user_token } = (await post(`${prefix}user/login`, form, here.browser())).data
    const saved = await post(`${prefix}page/save`, `user_token=${user_token}&page_id=${pageId}&page_content=x`, program)
    const file = new FormData()
    file.append('user_token', user_token)
    file.append('file', new Blob(['how we pay']), 'a.txt')
    const encoded = new Response(file)
    const sent = await program.request({
      ...{ method: 'POST', url: `${prefix}page/upload`, payload: Buffer.from(await encoded.arrayBuffer()) },
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })

    expect(saved.error_code).toBe(0)
    expect(sent.json()).toMatchObject({ error_code: 0, success: 1 })
  })

  it('changes nothing by GET, and nothing for another website (threats T4)', async () => {
    expect((await editor.get(`${prefix}page/delete&page_id=${pageId}`)).statusCode).toBe(404)
    const lured = await here.browserOf(here.world.editor)
    lured.headers['sec-fetch-site'] = 'cross-site'
    expect((await post(`${prefix}page/delete`, `page_id=${pageId}`, lured)).error_code).toBe(10430)
    expect((await dataOf(editor, 'page/info', { page_id: pageId })).page_id).toBe(pageId)
  })

  it.each(['open/updateItem', 'Open/fromComments', 'ExtLogin/cas', 'ExtLogin/bySecretKey'])(
    'says in the envelope that %s is not available yet',
    async (path) => {
      for (const url of [prefix + path, `/api/${path}`])
        for (const method of ['GET', 'POST'] as const) {
          const reply = await editor.request({ method, url })
          expect([reply.statusCode, reply.json<Envelope>().error_code]).toEqual([200, 10404])
        }
    },
  )
})

it.each([
  '/server/',
  '/server/index.php',
  '/server/?s=',
  '/server/?s=/api/',
  '/server/?s=/home/index',
  '/server/?s=/api/no/such',
  '/server/?s=/apis/page/info',
  '/server/?s[]=/api/page/info',
  '/server/other.php?s=/api/page/info',
  '/server/index.php/api/page/info',
])('an address that ShowDoc does not have is none: %s', async (url) => {
  const reply = await editor.get(url)

  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ error_code: 10101, data: {} })
  expect(reply.headers['cache-control']).toBe('no-store, private')
})
