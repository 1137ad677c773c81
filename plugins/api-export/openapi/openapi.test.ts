import SwaggerParser from '@apidevtools/swagger-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isApiDocument, readApiDocument } from '#plugins/api-document/api.ts'
import { readOpenApi } from '#plugins/import-formats/openapi/openapi-reader.ts'
import { readHere } from '#plugins/import-formats/testing/read-here.ts'
import { anyContent, documentContent, globalParams, told } from '../testing/documents.ts'
import { exported, exportedText, type GivenPage } from '../testing/exported.ts'
import { openApiFormat } from './openapi-format.ts'

const openApiOf = (...given: Parameters<typeof exported> extends [unknown, ...infer Rest] ? Rest : never) =>
  exported(openApiFormat, ...given)

const openApiText = (...given: Parameters<typeof openApiOf>) => exportedText(openApiFormat, ...given)

/** @throws for what the official validator of Swagger rejects */
const validated = (document: object) =>
  SwaggerParser.validate(JSON.parse(JSON.stringify(document)) as Parameters<typeof SwaggerParser.validate>[0], {
    resolve: { external: false },
  })

/** The pages created from it by our import. */
async function imported(document: string): Promise<readonly GivenPage[]> {
  const { pages, catalogs } = await readHere(readOpenApi, 'shop.json', document)
  const nameOf = new Map(catalogs.map(({ id, name }) => [id, name]))
  return pages
    .filter(({ content }) => isApiDocument(content))
    .map(({ title, content, catalogId }) => ({
      title,
      content,
      path: catalogId == null ? [] : [nameOf.get(catalogId) ?? ''],
    }))
}

const page = (content: object, title = 'A call'): GivenPage => ({ title, content: JSON.stringify(content) })
const call = (info: object, request: object = {}, response: object = {}) =>
  page({ info: { method: 'get', ...info }, request, response })

describe('an export as OpenAPI', () => {
  it('contains everything our import reads, for any documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(documentContent, fc.array(fc.constantFrom('Pets', '订单'), { maxLength: 2 })), {
          minLength: 1,
          maxLength: 5,
        }),
        globalParams,
        async (documents, params) => {
          const titled = documents.map(([content, path], at) => ({
            path,
            title: `Call ${at}`,
            content: JSON.stringify({ ...content, info: { ...content.info, title: `Call ${at}` } }),
          }))

          const document = await openApiText(titled, { globalParams: params })
          const pages = await imported(document)

          expect(pages).toHaveLength(titled.length)
          for (const { title, content } of titled) {
            const found = pages.find((each) => each.title === title)
            expect(told(readApiDocument(found?.content ?? ''))).toEqual(told(readApiDocument(content, params)))
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('is the same after one import and another export, whatever the pages contain', async () => {
    const withoutInfo = (document: object) => ({ ...document, info: null })

    await fc.assert(
      fc.asyncProperty(fc.array(anyContent, { maxLength: 4 }), async (contents) => {
        const first = await openApiText(contents.map((content, at) => ({ title: `Call ${at}`, content })))
        const again = await openApiText(await imported(first))
        const third = await openApiText(await imported(again))

        expect(withoutInfo(JSON.parse(third))).toEqual(withoutInfo(JSON.parse(again)))
      }),
      { numRuns: 300 },
    )
  })

  it('is valid, whatever the pages contain', async () => {
    const content = fc.oneof(
      anyContent,
      documentContent.map((each) => JSON.stringify(each)),
    )

    await fc.assert(
      // The validator prepares itself for each document, which takes longest.
      fc.asyncProperty(fc.array(content, { minLength: 30, maxLength: 60 }), globalParams, async (contents, params) => {
        const pages = contents.map((each, at) => ({
          title: `Call ${at}`,
          content: each,
          path: ['Pets', 'Old'].slice(at % 3),
        }))

        await validated(await openApiOf(pages, { globalParams: params }))
      }),
      { numRuns: 8 },
    )
  })

  it('writes the numbers of examples as they are written', async () => {
    const example = '{ "price": 1.10, "id": 12345678901234567890, "far": 1e400 }'
    const query = [{ name: 'price', require: '0', type: 'number', value: '1.10', remark: '' }]

    const document = await openApiText([call({ url: '/a' }, { query }, { responseExample: example })])
    const [again] = await imported(document)

    expect(document.replaceAll(/\s+/g, ' ')).toContain(`"example": ${example}`)
    expect(document).toContain('"example": 1.10')
    expect(readApiDocument(again?.content ?? '').response.example.replaceAll(/\s+/g, ' ')).toBe(example)
  })

  it('says nothing of a remark that a document does not have, and the import makes none of it', async () => {
    const answers = { responseExample: '{"a":1}', responseFailExample: '{"b":2}' }

    const document = await openApiOf([call({ url: '/x' }, {}, answers)])
    const [again] = await imported(JSON.stringify(document))

    expect(JSON.stringify(document)).not.toContain('x-octavo-remark')
    expect(document.paths['/x'].get.responses).toMatchObject({
      '200': { description: '' },
      default: { description: '' },
    })
    expect(readApiDocument(again?.content ?? '').responseRemark).toBe('')
  })

  it('keeps calls of one address apart, and restores the address of each', async () => {
    const pages = ['One', 'Two', 'Three'].map((title) => ({
      title,
      content: JSON.stringify({ info: { title, method: 'post', url: 'https://example.org/api?action=x' } }),
    }))
    const renamed = page({ info: { method: 'get', url: 'https://example.org/pets/{id}' } }, 'By id')
    const other = page({ info: { method: 'put', url: 'https://example.org/pets/{name}' } }, 'By name')

    const document = await openApiOf([...pages, renamed, other])
    const again = await imported(JSON.stringify(document))

    expect(Object.keys(document.paths)).toEqual(['/api', '/api#2', '/api#3', '/pets/{id}', '/pets/{name}#2'])
    expect(document.info.description).toContain('Two, Three, By name')
    expect(document.info.description).not.toContain('By id')
    expect(again.map(({ content }) => readApiDocument(content).url)).toEqual([
      ...['https://example.org/api', 'https://example.org/api', 'https://example.org/api'],
      ...['https://example.org/pets/{id}', 'https://example.org/pets/{name}'],
    ])
  })

  it('states the usual server once, and others where they differ', async () => {
    const urls = ['https://a.example/x', 'https://a.example/y', '{{base}}/z', '/local', 'b.example/w', 'bare']

    const document = await openApiOf(urls.map((url) => call({ url })))

    expect(document.servers).toEqual([{ url: 'https://a.example' }])
    const serversAt = (path: string) => document.paths[path].get.servers
    expect(serversAt('/x')).toBeUndefined()
    expect(serversAt('/z')).toEqual([{ url: '{base}', variables: { base: { default: '{{base}}' } } }])
    expect(serversAt('/local')).toEqual([{ url: '/' }])
    expect(serversAt('/w')).toEqual([{ url: 'b.example' }])
    expect(serversAt('/bare')).toEqual([{ url: '/' }])
  })

  it('writes addresses in the notation of OpenAPI', async () => {
    const document = await openApiOf([
      call({ url: '/users/:id/{{part}}/a b/{broken?kind=new&kind=old&x=%E4%BD%A0#top' }),
      call({ url: '/v1/things:batch' }),
    ])

    expect(Object.keys(document.paths)).toEqual(['/users/{id}/{part}/a%20b/%7Bbroken', '/v1/things:batch'])
    const { parameters } = document.paths['/users/{id}/{part}/a%20b/%7Bbroken'].get
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'part', in: 'path', required: true },
      { name: 'kind', in: 'query', example: 'new' },
      { name: 'x', in: 'query', example: '你' },
    ])
  })

  it('lists in the file what it omits, in the language of the caller', async () => {
    const pages = [
      page({ info: { method: 'get', url: '' } }, 'No address'),
      page({ info: { method: 'LINK', url: '/link' } }, 'Rare'),
      page({ info: { url: '/x#part' }, scripts: { pre: 'run()' } }, 'Scripted'),
      page(
        { info: { url: '/y' }, request: { query: [{ name: 'a', disabled: true }], pathVariable: [{ name: 'b' }] } },
        'Rows',
      ),
      { title: 'Cut', content: '{"info":{"method":"get","url":"/cut"},"request":{"query":[{"name":"a"' },
      { title: 'Prose', content: '# Hello' },
    ]

    const document = await openApiOf(pages, { description: 'All of the shop' })
    const { info } = await openApiOf(pages, { language: 'zh-cn' })

    expect(Object.keys(document.paths)).toEqual(['/x', '/y', '/cut'])
    expect(document.paths['/cut'].get.parameters).toMatchObject([{ name: 'a' }])
    expect(document.info.description).toBe(
      [
        'All of the shop\n\nThis file differs from the pages:\n',
        '- Without an address, and not in this file: No address',
        '- With a method that OpenAPI 3.1 does not know, and not in this file: Rare',
        '- Without scripts: Scripted',
        '- Without the part of the address behind #: Scripted',
        '- Without parameters that are switched off, named twice, or said to be in the path and are not: Rows',
        '- Read as far as possible, since the content is no valid JSON: Cut',
        '- Pages that are no API documents, and are not in this file: 1',
      ].join('\n'),
    )
    expect(info.description).toContain('- 没有请求地址，未包含在此文件中：No address')
  })

  it('states the common parameters of the item once', async () => {
    const globals = { query: [], header: [{ name: 'X-Token', value: 'abc', type: 'string' }], body: [] }

    const document = await openApiOf(
      [call({ url: '/a' }), call({ url: '/b' }), call({ url: '/c' }, { headers: [{ name: 'x-token' }] })],
      {
        globalParams: globals,
      },
    )

    const [[key, shared] = []] = Object.entries(document.components.parameters)
    expect(shared).toMatchObject({ name: 'X-Token', in: 'header', example: 'abc' })
    expect(document.paths['/a'].get.parameters).toEqual([{ $ref: `#/components/parameters/${key}` }])
    expect(document.paths['/b'].get.parameters).toEqual([{ $ref: `#/components/parameters/${key}` }])
    expect(document.paths['/c'].get.parameters).toMatchObject([{ name: 'x-token' }])
  })

  it('is a complete document even without content', async () => {
    const document = await openApiOf([])

    await validated(document)
    expect(document).toEqual({ openapi: '3.1.0', info: { title: 'Shop', version: '2026-01-31' }, paths: {} })
  })
})
