import { describe, expect, it } from 'vitest'
import { readHere } from '../testing/read-here.ts'
import { readPostman } from './postman-reader.ts'

const read = (file: object) => readHere(readPostman, 'shop.json', JSON.stringify(file))
const contentOf = (page: { readonly content: string } | undefined) => JSON.parse(page?.content ?? '{}')

const request = {
  method: 'post',
  description: 'Adds one.',
  header: [{ key: 'X-Trace', value: 'abc', disabled: true, description: { content: 'for us' } }],
  url: { raw: '{{base}}/pets/:id?dry=1', query: [{ key: 'dry', value: '1' }], variable: [{ key: 'id', value: '7' }] },
  body: { mode: 'raw', raw: '{"name": "Rex", "owner": {"phone": "1"}}' },
}
const collection = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: 'secret-token' }] },
  variable: [{ key: 'base', value: 'https://example.test' }],
  item: [
    {
      name: 'Pets',
      item: [
        {
          id: 'r1',
          name: 'Add a pet',
          request,
          event: [{ listen: 'test', script: { exec: ['a()', 'b()'] } }],
          response: [
            { name: 'Done', code: 200, body: '{"id": 1}' },
            { name: 'Taken', code: 409, body: '{"code": 2}' },
          ],
        },
      ],
    },
    { name: 'Only an address', request: 'https://example.test/ping' },
  ],
}

describe('a Postman collection', () => {
  it('[ADD-21] becomes a page for each request, in catalogs of its folders', async () => {
    const { item, catalogs, pages } = await read(collection)

    expect(item).toMatchObject({ name: 'Shop' })
    expect(catalogs).toMatchObject([{ parentId: null, name: 'Pets' }])
    expect(pages.map(({ title, catalogId }) => [title, catalogId])).toEqual([
      ['Variables', null],
      ['Add a pet', 'folder 1'],
      ['Only an address', null],
    ])
    const { info, request: sent, response, scripts } = contentOf(pages[1])
    expect(info).toMatchObject({ method: 'post', url: '{{base}}/pets/:id', description: 'Adds one.' })
    expect(sent.query).toMatchObject([{ name: 'dry', value: '1' }])
    expect(sent.pathVariable).toMatchObject([{ name: 'id', value: '7' }])
    expect(sent.headers[0]).toEqual({ name: 'X-Trace', require: '0', type: 'string', value: 'abc', remark: 'for us' })
    expect(sent.params.jsonDesc.map(({ name }: { name: string }) => name)).toEqual(['name', 'owner', 'owner.phone'])
    expect(response).toMatchObject({ responseExample: '{"id": 1}', responseFailExample: '{"code": 2}' })
    expect(response.remark).toBe('200: Done\n409: Taken')
    expect(scripts.post).toBe('a()\nb()')
    expect(contentOf(pages[2]).info).toMatchObject({ method: 'get', url: 'https://example.test/ping' })
  })

  it('leaves secrets of auth helpers and environments where they were', async () => {
    const environment = {
      name: 'Test',
      values: [
        { key: 'token', value: 'secret-value', type: 'secret' },
        { key: 'base', value: 'x' },
      ],
    }

    const { pages } = await read({ collections: [collection], environments: [environment] })

    const all = pages.map(({ content }) => content).join('\n')
    expect(all).not.toMatch(/secret-(token|value)/)
    expect(pages.at(-1)).toMatchObject({ title: 'Test' })
    expect(pages.at(-1)?.content).toContain('| base | x |')
  })

  it('says the same in version 1 and version 2', async () => {
    const old = {
      id: 'c',
      name: 'Shop',
      order: ['r2'],
      folders: [{ id: 'f', name: 'Pets', order: ['r1'] }],
      folders_order: ['f'],
      requests: [
        {
          id: 'r1',
          name: 'Add',
          method: 'POST',
          url: 'https://example.test/pets',
          headers: 'X-A: 1\n',
          dataMode: 'urlencoded',
          data: [{ key: 'name', value: 'Rex' }],
        },
        { id: 'r2', name: 'Ping', method: 'GET', url: 'https://example.test/ping', dataMode: 'params', data: [] },
      ],
    }
    const fresh = {
      info: { name: 'Shop' },
      item: [
        {
          name: 'Pets',
          item: [
            {
              id: 'r1',
              name: 'Add',
              request: {
                method: 'POST',
                url: 'https://example.test/pets',
                header: [{ key: 'X-A', value: '1' }],
                body: { mode: 'urlencoded', urlencoded: [{ key: 'name', value: 'Rex' }] },
              },
            },
          ],
        },
        {
          id: 'r2',
          name: 'Ping',
          request: { method: 'GET', url: 'https://example.test/ping', body: { mode: 'formdata', formdata: [] } },
        },
      ],
    }

    expect(await read(old)).toEqual(await read(fresh))
  })

  it.each([
    ['what is said to be text', { raw: '{"a": 1}', options: { raw: { language: 'text' } } }, [], 'raw'],
    ['what is said to be XML', { raw: '<a/>', options: { raw: { language: 'xml' } } }, [], 'raw'],
    ['what nothing is said of, and is none', { raw: 'hello' }, [], 'raw'],
    ['a number that nothing is said of', { raw: '12' }, [], 'raw'],
    ['what nothing is said of, and is JSON', { raw: '[{"a": 1}]' }, [], 'json'],
    [
      'what is said to be JSON, with variables',
      { raw: '{"a": {{b}}}', options: { raw: { language: 'json' } } },
      [],
      'json',
    ],
    ['what a header says to be JSON', { raw: '{{b}}' }, [{ key: 'content-type', value: 'application/json' }], 'json'],
    ['what a header says to be text', { raw: '{"a": 1}' }, [{ key: 'Content-Type', value: 'text/plain' }], 'raw'],
  ])('[ADD-21] has a JSON body for JSON only, and any other text as it is: %s', async (_, body, header, mode) => {
    const request = { method: 'POST', url: '/pets', header, body: { mode: 'raw', ...body } }

    const { pages } = await read({ info: { name: 'Shop' }, item: [{ name: 'Add', request }] })

    const { params } = contentOf(pages[0]).request
    expect([params.mode, params.json]).toEqual([mode, body.raw])
    if (mode === 'raw') expect(params.jsonDesc).toEqual([])
  })

  it('has a header once that is written there and made by a helper, as it is written', async () => {
    const request = (name: string) => ({
      ...{ method: 'GET', url: '/pets', header: [{ key: name, value: 'written' }] },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
    })
    const item = ['Authorization', 'authorization'].map((name) => ({ name, request: request(name) }))

    const { pages } = await read({ info: { name: 'Shop' }, item })

    for (const page of pages)
      expect(contentOf(page).request.headers).toMatchObject([{ name: page.title, value: 'written' }])
  })

  it('has the scripts, the auth and the described parts of the address of version 1', async () => {
    const old = {
      ...{ id: 'c', name: 'Shop', order: ['r1', 'r2'] },
      requests: [
        {
          ...{ id: 'r1', name: 'Pay', method: 'GET', url: '{{base}}/pets/:id?dry=1', tests: 'a()\nb()' },
          ...{ preRequestScript: 'first()', currentHelper: 'bearerAuth', helperAttributes: { token: '{{token}}' } },
          pathVariables: { id: '7' },
          queryParams: [{ key: 'dry', value: '1', description: 'nothing is kept', enabled: true }],
        },
        {
          ...{ id: 'r2', name: 'Ping', method: 'GET', url: '/ping', currentHelper: 'normal', helperAttributes: '' },
          pathVariableData: [{ key: 'x', value: '2', description: 'said' }],
        },
      ],
    }

    const { pages } = await read(old)

    const { request: sent, scripts } = contentOf(pages[0])
    expect(scripts).toMatchObject({ pre: 'first()', post: 'a()\nb()' })
    expect(sent.headers).toMatchObject([{ name: 'Authorization', value: 'Bearer {{token}}' }])
    expect(sent.pathVariable).toMatchObject([{ name: 'id', value: '7' }])
    expect(sent.query).toMatchObject([{ name: 'dry', value: '1', remark: 'nothing is kept' }])
    expect(contentOf(pages[1]).request).toMatchObject({ headers: [], pathVariable: [{ name: 'x', remark: 'said' }] })
  })

  it('takes folders that lie in each other once, and none deeper than catalogs go', async () => {
    const loop = {
      name: 'L',
      requests: [{ id: 'r', url: 'x' }],
      folders: [
        { id: 'a', folders_order: ['b'] },
        { id: 'b', folders_order: ['a'], order: ['r', 'r'] },
      ],
    }
    const deep = [1, 2, 3, 4, 5].reduce<object>((inner, level) => ({ name: `f${level}`, item: [inner] }), {
      name: 'r',
      request: 'x',
    })

    expect((await read(loop)).pages).toHaveLength(1)
    const { catalogs, pages } = await read({ info: {}, item: [deep] })
    expect(catalogs).toHaveLength(3)
    expect(pages.at(-1)?.catalogId).toBe(catalogs.at(-1)?.id)
  })
})
