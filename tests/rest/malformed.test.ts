import type { InjectOptions } from 'fastify'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { restPath } from '#server/rest/calls.ts'
import { site, type Browser, type Site } from './harness.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const DEEP = 50_000

let here: Site
let browser: Browser
let itemId = 0
beforeAll(async () => {
  here = await site({ environment: { CAPTCHA: 'off' } })
  itemId = (await here.world.addItem()).id
  browser = await here.browserOf(here.world.owner)
})
afterAll(() => here.close())

/** Threats J2: whatever comes, an answer in JSON that is no server error and tells nothing about the inside. */
async function expectCalm(options: InjectOptions): Promise<void> {
  const reply = await browser.request(options)

  expect(reply.statusCode, reply.body.slice(0, 300)).toBeLessThan(500)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  const body = reply.json<{ error_code: unknown; error_message: unknown; data: unknown }>()
  expect(Object.keys(body)).toEqual(['error_code', 'error_message', 'data'])
  expect(body.error_code).toBeTypeOf('number')
  expect(reply.body).not.toMatch(
    /\bat .+:\d+:\d+|node_modules|select |insert into|\/server\/|ECONN|SyntaxError|ZodError/i,
  )
}

const BODIES: readonly (readonly [string, string, string | Buffer])[] = [
  ['nothing', FORM, ''],
  ['only an ampersand', FORM, '&&&'],
  ['a bare percent sign', FORM, 'page_id=%'],
  ['half an escape', FORM, 'page_id=%E4%'],
  ['bytes that are no UTF-8', FORM, Buffer.from([0x70, 0x3d, 0xff, 0xfe, 0x00])],
  ['NUL', FORM, 'page_id=7%00&page_title=%00'],
  ['a lone surrogate', FORM, 'page_title=%ED%A0%80'],
  ['a thousand keys', FORM, Array.from({ length: 1_000 }, (_, index) => `k${index}=1`).join('&')],
  ['the same key often', FORM, 'page_id=1&page_id=2&page_id=3'],
  ['brackets without end', FORM, `a${'[b]'.repeat(1_000)}=1`],
  ['brackets that do not close', FORM, 'page_id[=1&[=2&]=3&[]=4'],
  ['a field that is both text and object', FORM, 'data=1&data[a]=2&data[a][b]=3'],
  ['prototype', FORM, '__proto__[admin]=1&constructor[prototype][admin]=1'],
  ['a JSON list', JSON_TYPE, '[1,2,3]'],
  ['a JSON text', JSON_TYPE, '"page_id"'],
  ['JSON null', JSON_TYPE, 'null'],
  ['broken JSON', JSON_TYPE, '{"page_id":'],
  ['JSON with a comma too many', JSON_TYPE, '{"page_id":1,}'],
  ['JSON nested without end', JSON_TYPE, `{"data":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ['JSON with a prototype', JSON_TYPE, '{"__proto__":{"isAdmin":true},"page_id":1}'],
  ['a number that is none', JSON_TYPE, '{"page_id":1e999}'],
  ['an object for an id', JSON_TYPE, '{"page_id":{"$gt":0},"item_id":[1]}'],
  ['true for an id', JSON_TYPE, '{"page_id":true,"item_id":null}'],
  ['a form that calls itself JSON', JSON_TYPE, 'page_id=1'],
  ['JSON that calls itself a form', FORM, '{"page_id":1}'],
  ['another character set', `${FORM}; charset=utf-16`, 'page_id=1'],
  ['multipart without a boundary', 'multipart/form-data', 'page_id=1'],
  [
    'multipart that ends too early',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="page_id"\r\n\r\n1',
  ],
  ['multipart without parts', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['multipart without names', 'multipart/form-data; boundary=x', '--x\r\n\r\n1\r\n--x--\r\n'],
  ['multipart rubbish', 'multipart/form-data; boundary=x', '-'.repeat(5_000)],
  ['plain text', 'text/plain', 'page_id=1'],
  ['XML', 'application/xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['a type that is none', 'nonsense', 'page_id=1'],
  ['eleven megabytes', FORM, `page_content=${'x'.repeat(11 * 1024 * 1024)}`],
]

describe('a body that is', () => {
  it.each(BODIES)('%s', async (_, type, payload) => {
    for (const url of ['/api/page/info', '/api/page/save', '/api/item/sort'])
      await expectCalm({ method: 'POST', url, payload, headers: { 'content-type': type } })
  })
})

// prettier-ignore
const VALUES: readonly string[] = [
  '', ' ', '0', '-1', '1.5', '1e3', '0x1', '2147483648', '99999999999999999999', 'NaN', 'null', 'undefined', 'true',
  '[]', '{}', '[[]]', '{"a":{"b":{"c":{}}}}', '[1,"x",null]', '{"__proto__":1}', "' or 1=1 --", '%', '_', '\\',
  '\0', 'a\0b', '\uD800', '\u202Eevil', '../../etc/passwd', '<script>alert(1)</script>', '{{7*7}}',
  '中文', '𝒳', 'x'.repeat(3_000), '\r\nset-cookie: a=b', '☃'.repeat(200),
]
const CALLS = Object.entries(coreOperations).flatMap(([group, operations]) =>
  Object.entries(operations)
    .map(([name, operation]) => [restPath(group, name, operation), operation] as const)
    .filter(([, { restOnly }]) => !restOnly),
)

describe('[ERR-20] every call bears', () => {
  it.each(CALLS)('%s: no fields, and nonsense in each of them', async (path) => {
    const names = [
      'page_id',
      'item_id',
      'cat_id',
      'page_history_id',
      'keyword',
      'data',
      'pages',
      'cats',
      'username',
      'password',
    ]
    await expectCalm({ method: 'POST', url: `/api/${path}` })
    for (const value of VALUES) {
      const fields = Object.fromEntries(names.map((name) => [name, value]))
      const form = new URLSearchParams({
        ...fields,
        item_name: value,
        page_title: value,
        page_content: value,
        item_type: value,
      })
      await expectCalm({
        method: 'POST',
        url: `/api/${path}`,
        payload: form.toString(),
        headers: { 'content-type': FORM },
      })
    }
  })
})

describe('an address that is', () => {
  it.each([
    '/api/%zz',
    '/api/%',
    '/api/%00',
    '/api/page/info%2e%2e',
    '/api/../package.json',
    '/api//page//info',
    `/api/${'x'.repeat(4_000)}`,
    '/api/page/info?page_id=1&page_id=%zz&[[[',
    '/api/page/info?__proto__[x]=1',
    '/trpc/',
    '/trpc/nonsense',
    '/trpc/__proto__.toString',
    '/trpc/page.info?input={',
    '/trpc/page.info?batch=1&input=[]',
    `/trpc/${Array.from({ length: 200 }, () => 'page.info').join(',')}?batch=1`,
  ])('%s', async (url) => {
    const reply = await browser.request({ method: 'GET', url })

    expect(reply.statusCode).toBeLessThan(500)
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    expect(reply.body).not.toMatch(/\bat .+:\d+:\d+|node_modules|SyntaxError/)
  })
})

describe('cookies and headers that are nonsense', () => {
  it.each([
    { cookie: 'token=%zz; visits=a.b.c; captcha=; language=xx; ;;;=' },
    { cookie: 'token='.padEnd(3_000, 'x') },
    { cookie: 'visits=7-1-99999999999999.AAAA' },
    { authorization: 'Bearer' },
    { 'accept-language': ',;q=,zz-ZZ'.repeat(100) },
    { 'accept-encoding': 'nonsense, br;q=x' },
    { 'x-forwarded-for': "' or 1=1, ::::, 999.1.1.1" },
    { 'user-agent': 'x'.repeat(3_000) },
  ])('%j', async (headers) => {
    const reply = await here.app.inject({ method: 'GET', url: `/api/item/info?item_id=${itemId}`, headers })

    expect(reply.json()).toMatchObject({ error_code: 0 })
  })
})

it('answers what is not HTTP, and headers without end, with JSON as well', async () => {
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = here.app.server.address() as { port: number }
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => (answer += chunk.toString())).on('close', () => resolve(answer))
    })

  expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"error_code":10101/)
  expect(await raw(`GET /api/page/info HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 [^]*"error_code":10101/,
  )
})
