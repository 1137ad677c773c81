import type { InjectOptions } from 'fastify'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import mock from '#plugins/mock/plugin.ts'
import { site, type Browser, type Site } from './harness.ts'

const ELSEWHERE = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
const TEMPLATE = '{"code": 0, "list|2": [{"id": "@increment", "name": "@cname"}]}'

let here: Site
let owner: Browser
let item: Item
let page: Page
beforeAll(async () => {
  here = await site({ operations: { ...coreOperations, ...mock.operations }, plugins: [mock] })
  owner = await here.browserOf(here.world.owner)
})
afterAll(() => here.close())
beforeEach(async () => {
  item = await here.world.addItem()
  page = await here.world.addPage(item)
})

const add = (fields: Readonly<Record<string, string | number>>) =>
  owner.post('mock/add', { page_id: page.id, template: TEMPLATE, path: '/orders', ...fields })
const ask = (path: string, options: InjectOptions = {}) =>
  here.browser().request({ method: 'GET', url: `/mock-path/${item.id}&path=${path}`, ...options })

describe('the mock of a page', () => {
  it('[MOCK-01] [MOCK-02] [API-056] [API-057] [ENT-MOCK-01] [ENT-MOCK-02] [ENT-MOCK-03] [ENT-MOCK-04] is kept as it was typed, with a slash and a key', async () => {
    const { data: kept } = await add({ path: 'orders?x=1' })
    const { data: seen } = await owner.post('mock/infoByPageId', { page_id: page.id })

    expect(kept).toMatchObject({ path: '/orders', unique_key: expect.stringMatching(/^.{20,}$/) as unknown })
    expect(seen).toMatchObject({ template: TEMPLATE, path: '/orders', unique_key: kept.unique_key, status: 200 })
    expect(String(seen.page_id)).toBe(String(page.id))
  })

  it('[MOCK-04] is one a page: saved again it is another, under the same key', async () => {
    const { data: first } = await add({})
    const { data: second } = await add({ template: '{"a": 1}', path: '/other' })

    expect(second.unique_key).toBe(first.unique_key)
    expect((await ask('/orders')).statusCode).toBe(404)
    expect((await ask('/other')).json()).toEqual({ a: 1 })
  })

  it('[MOCK-05] [MOCK-07] is refused for a template that is no JSON, and for a page that is not saved', async () => {
    expect(await add({ template: '{a: 1}' })).toMatchObject({ error_code: 10101 })
    expect(await add({ page_id: 0 })).toMatchObject({ error_code: 10101 })
    expect(await add({ template: '['.repeat(5_000) + ']'.repeat(5_000) })).toMatchObject({ error_code: 20201 })
    expect((await owner.post('mock/infoByPageId', { page_id: page.id })).data).toMatchObject({ template: '', path: '' })
  })

  it('[MOCK-02] answers every path that a pattern fits, if it has none of its own', async () => {
    const { data: kept } = await add({ path: '~^/orders/KO[0-9]+$', template: '{"of": "pattern"}' })
    const other = await here.world.addPage(item)
    await owner.post('mock/add', { page_id: other.id, template: '{"of": "path"}', path: '/orders/KO2' })

    expect(kept.path).toBe('~^/orders/KO[0-9]+$')
    expect((await ask('/orders/KO17?state=open')).json()).toEqual({ of: 'pattern' })
    expect((await ask('/orders/KO2')).json()).toEqual({ of: 'path' })
    expect((await ask('/orders/17')).statusCode).toBe(404)
    expect(await add({ path: '~^/(?=orders)' })).toMatchObject({ error_code: 10101 })
  })

  it('[MOCK-02] answers with a pattern where only pages of other methods have the path, the first made first', async () => {
    const [exact, second] = [await here.world.addPage(item), await here.world.addPage(item)]
    await add({ path: '~^/orders/', template: '"first"' })
    await add({ page_id: second.id, path: '~^/orders/KO', template: '"second"' })
    await add({ page_id: exact.id, path: '/orders/KO3', template: '"posted"', method: 'POST' })

    expect((await ask('/orders/KO3', { method: 'POST' })).json()).toBe('posted')
    expect((await ask('/orders/KO3')).json()).toBe('first')
    await add({ path: '~^/orders/', template: '"first anew"' })
    expect((await ask('/orders/KO4')).json()).toBe('first anew')
    await add({ page_id: exact.id, path: '/orders/KO3', template: '"any"' })
    expect((await ask('/orders/KO3')).json()).toBe('any')
  })

  it('[MOCK-06] [MOCK-02] gets a new key from those who may edit the page, and the one before ends', async () => {
    await here.world.addMember(item, here.world.reader, 'reader')
    const reader = await here.browserOf(here.world.reader)
    const { data: first } = await add({})
    const reset = { page_id: page.id }

    expect(await reader.post('mock/resetKey', reset)).toMatchObject({ error_code: 10103 })
    expect(await here.browser().post('mock/resetKey', reset)).toMatchObject({ error_code: 10102 })
    const { data: renewed } = await owner.post('mock/resetKey', reset)
    await add({ template: '{"a": 1}' })

    const { data: seen } = await owner.post('mock/infoByPageId', reset)
    expect(renewed.unique_key).toMatch(/^.{20,}$/)
    expect(renewed.unique_key).not.toBe(first.unique_key)
    expect(seen).toMatchObject({ unique_key: renewed.unique_key, template: '{"a": 1}' })
  })

  it('has no key to renew before there is a mock', async () => {
    const { data } = await owner.post('mock/resetKey', { page_id: page.id })

    expect(data).toMatchObject({ path: '', unique_key: '' })
    expect((await owner.post('mock/infoByPageId', { page_id: page.id })).data).toMatchObject({ unique_key: '' })
  })

  it('[MOCK-06] is changed by those who may edit the page, and seen by those who may read it', async () => {
    await here.world.addMember(item, here.world.reader, 'reader')
    const reader = await here.browserOf(here.world.reader)
    const fields = { page_id: page.id, template: TEMPLATE, path: '/x' }

    expect(await here.browser().post('mock/add', fields)).toMatchObject({ error_code: 10102 })
    expect(await reader.post('mock/add', fields)).toMatchObject({ error_code: 10103 })
    expect(await reader.post('mock/infoByPageId', { page_id: page.id })).toMatchObject({ error_code: 0 })
  })
})

describe('the address of a mock', () => {
  it('[MOCK-03] [API-058] answers any method, the same for the same request', async () => {
    await add({})
    const first = await ask('/orders')

    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(first.json()).toMatchObject({ code: 0, list: [{ id: 1 }, { id: 2 }] })
    expect((await ask('/orders')).json()).toEqual(first.json())
    expect((await ask('/orders?page=2')).json()).not.toEqual(first.json())
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await ask('/orders', { method, payload: '{}' })).json()).toMatchObject({ code: 0 })
  })

  it('[MOCK-09] says that there is no such path, with a slash in it or without an item', async () => {
    await add({})

    for (const path of ['/orders/1', '/', '', '/order', '/orders%2F1'])
      expect([path, (await ask(path)).statusCode, (await ask(path)).body]).toEqual([path, 404, 'no such path'])
    for (const url of ['/mock-path/0&path=/orders', '/mock-path/x', '/mock-path/999999999999&path=/orders'])
      expect((await here.browser().get(url)).statusCode).toBe(404)
  })

  it('prefers the page of its method among those of one path, and else the one saved last', async () => {
    const other = await here.world.addPage(item)
    await add({ template: '"any"' })
    await add({ page_id: other.id, template: '"posted"', method: 'POST' })

    expect((await ask('/orders')).json()).toBe('any')
    expect((await ask('/orders', { method: 'POST' })).json()).toBe('posted')
    await add({ page_id: other.id, template: '"newer"' })
    expect((await ask('/orders', { method: 'POST' })).json()).toBe('newer')
    const { data } = await owner.post('mock/infoByPageId', { page_id: page.id })
    expect(data.is_path_shared).toBe(1)
  })

  it('is open to the scripts of other sites when the item is, and asks nobody who they are there', async () => {
    await add({})
    const before = await ask('/orders', {
      method: 'OPTIONS',
      headers: { ...ELSEWHERE, 'access-control-request-headers': 'x-a' },
    })
    const sent = await ask('/orders', {
      method: 'POST',
      headers: { ...ELSEWHERE, authorization: 'Bearer theirs' },
      payload: '{}',
    })

    expect(before.statusCode).toBe(204)
    expect(before.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-a' })
    expect(sent.headers['access-control-allow-origin']).toBe('*')
    expect(sent.headers['access-control-allow-credentials']).toBeUndefined()
    expect(sent.json()).toMatchObject({ code: 0 })
  })

  it('[MOCK-04] answers as it was saved before, to however many ask at once', async () => {
    await add({ template: '{"saved": 0}' })
    for (let saved = 1; saved <= 3; saved += 1) {
      const before = Array.from({ length: 10 }, () => ask('/orders'))
      const saving = add({ template: `{"saved": ${saved}}` })
      const meanwhile = Array.from({ length: 10 }, () => ask('/orders'))
      await saving
      const after = Array.from({ length: 10 }, () => ask('/orders'))

      for (const each of await Promise.all([...before, ...meanwhile]))
        expect([saved - 1, saved]).toContain(each.json().saved)
      for (const each of await Promise.all(after)) expect(each.json()).toEqual({ saved })
    }
    await owner.post('page/delete', { page_id: page.id })
    for (const each of await Promise.all([ask('/orders'), ask('/orders')])) expect(each.statusCode).toBe(404)
  })

  it('is sent whole, with its length, and compressed for those who take that', async () => {
    await add({ template: '{"list|200": [{"name": "@cname"}]}' })

    const plain = await ask('/orders')
    const packed = await ask('/orders', { headers: { 'accept-encoding': 'gzip' } })
    const head = await ask('/orders', { method: 'HEAD' })

    expect(plain.headers['content-length']).toBe(String(plain.rawPayload.length))
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect([head.statusCode, head.payload]).toEqual([200, ''])
  })

  it('takes a case by what the query, a header or the body says, with its status and headers', async () => {
    const wanted = { headers: [{ name: 'X-Case', value: 'yes' }], status: 404, template: '"case"' }
    await owner.postJson('mock/add', {
      ...{ page_id: page.id, path: '/orders', template: '"else"' },
      cases: [
        { in: 'query', name: 'id', equals: '7', ...wanted },
        { in: 'header', name: 'x-user', equals: 'none', ...wanted },
        { in: 'body', name: 'kind', equals: 'gone', ...wanted },
      ],
    })
    const cases = [
      await ask('/orders?id=7'),
      await ask('/orders', { headers: { 'x-user': 'none' } }),
      await ask('/orders', { method: 'POST', payload: '{"kind": "gone"}' }),
      await ask('/orders', { method: 'POST', payload: 'kind=gone' }),
    ]

    for (const each of cases) {
      expect([each.statusCode, each.headers['x-case'], each.json()]).toEqual([404, 'yes', 'case'])
    }
    expect((await ask('/orders?id=8')).json()).toBe('else')
    expect((await ask('/orders', { method: 'POST', payload: 'x'.repeat(200_000) })).json()).toBe('else')
  })

  it('sets nothing for this site and leads nowhere else', async () => {
    const refused = async (change: object) =>
      (await owner.postJson('mock/add', { page_id: page.id, path: '/x', template: '1', ...change })).error_code
    for (const name of [
      'Set-Cookie',
      'Location',
      'Content-Type',
      'Access-Control-Allow-Credentials',
      'x-a\r\nset-cookie',
    ])
      expect([name, await refused({ headers: [{ name, value: 'x' }] })]).toEqual([name, 10101])
    expect(await refused({ headers: [{ name: 'x-a', value: 'a\r\nset-cookie: b' }] })).toBe(10101)
    for (const status of [100, 301, 302, 600]) expect(await refused({ status })).toBe(10101)
    expect(await refused({ delay_ms: 5_001 })).toBe(10101)
  })

  it('answers with an error as often as ordered', async () => {
    await add({ error_rate: 100 })

    expect((await ask('/orders')).statusCode).toBe(500)
  })

  it('says that a template makes too much instead of making it', async () => {
    await add({ template: '{"a|9999": [{"b|9999": ["@cparagraph(100)"]}]}' })

    expect((await ask('/orders')).statusCode).toBe(400)
  })
})

describe('the mock of a private item (threats P4)', () => {
  let key = ''
  beforeEach(async () => {
    item = await here.world.addItem({ visitPassword: 'a visit password' })
    page = await here.world.addPage(item)
    key = (await add({})).data.unique_key as string
  })

  it('answers those who may read it and those with its key, without CORS, and everybody else as if it were not there', async () => {
    const seen = await owner.get(`/mock-path/${item.id}&path=/orders`)
    const keyed = await ask(`/orders?key=${key}`)

    for (const reply of [seen, keyed]) {
      expect(reply.json()).toMatchObject({ code: 0 })
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
    const stranger = await here.browserOf(here.world.stranger)
    const refused = [
      await ask('/orders'),
      await ask('/orders?key='),
      await ask('/orders?key=wrong'),
      await ask('/orders', { method: 'OPTIONS' }),
      await stranger.get(`/mock-path/${item.id}&path=/orders`),
      // What the browser of the owner sends along counts only for pages of this site.
      await owner.request({ method: 'POST', url: `/mock-path/${item.id}&path=/orders`, headers: ELSEWHERE }),
    ]
    for (const reply of refused) expect([reply.statusCode, reply.body]).toEqual([404, 'no such path'])
  })

  it('is opened by its new key alone once that was changed, also in an archived item (D80)', async () => {
    const { data: renewed } = await owner.post('mock/resetKey', { page_id: page.id })

    expect((await ask(`/orders?key=${key}`)).statusCode).toBe(404)
    expect((await ask(`/orders?key=${renewed.unique_key as string}`)).json()).toMatchObject({ code: 0 })
    await here.world.addMember(item, here.world.editor, 'editor')
    await owner.post('item/archive', { item_id: item.id, password: here.world.password })
    const editor = await here.browserOf(here.world.editor)
    expect((await editor.post('mock/resetKey', { page_id: page.id })).error_code).not.toBe(0)
    expect((await owner.post('mock/resetKey', { page_id: page.id })).error_code).toBe(0)
    expect((await ask(`/orders?key=${renewed.unique_key as string}`)).statusCode).toBe(404)
  })

  it('[MOCK-02] leaves the path of a page that its caller may not read to the patterns of others', async () => {
    const catalog = await here.world.addCatalog(item)
    const seen = await here.world.addPage(item, { catalogId: catalog.id })
    await here.world.addMember(item, here.world.reader, 'reader', catalog.id)
    await add({ page_id: seen.id, path: '~^/orders$', template: '"of the pattern"' })
    const address = `/mock-path/${item.id}&path=/orders`

    expect((await (await here.browserOf(here.world.reader)).get(address)).json()).toBe('of the pattern')
    expect((await owner.get(address)).json()).toMatchObject({ code: 0 })
  })

  it('is opened by the key of no other page', async () => {
    const other = await here.world.addPage(item)
    await add({ page_id: other.id, path: '/other', template: '"other"' })

    expect((await ask(`/other?key=${key}`)).statusCode).toBe(404)
  })

  it('ends with its page, also for the key', async () => {
    await owner.post('page/delete', { page_id: page.id })

    expect((await ask(`/orders?key=${key}`)).statusCode).toBe(404)
    expect((await owner.get(`/mock-path/${item.id}&path=/orders`)).statusCode).toBe(404)
  })
})
