import { expect, it } from 'vitest'
import plugin from './plugin.ts'
import { foundIn, sourceOf } from './testing/found-in.ts'

const formats = plugin.contributes.map(({ value }) => value)
const EXAMPLE = '{\n  "price": 1.10,\n  "id": 12345678901234567890,\n  "far": 1e400\n}'

const YAML = `
openapi: 3.0.0
info: { title: Shop, version: 1.10 }
paths:
  /a:
    get:
      parameters:
        - { name: price, in: query, schema: { type: number, example: 1.10, minimum: 0.50 } }
      responses:
        1.10: { description: odd }
        200:
          description: OK
          content:
            application/json:
              example: { price: 1.10, id: 12345678901234567890, far: 1e400 }
`
const openApi = (example: string): string =>
  `{"openapi":"3.0.0","info":{"title":"Shop","version":"1"},"paths":{"/a":{"get":{
    "parameters":[{"name":"price","in":"query","schema":{"type":"number","example":1.10,"minimum":0.50}}],
    "responses":{"200":{"description":"OK","content":{"application/json":{"example":${example}}}}}}}}}`
const schema = (): string =>
  openApi('0').replace(
    '{"example":0}',
    `{"schema":{"type":"object","properties":{"price":{"type":"number","example":1.10},"id":{"default":12345678901234567890},"far":{"enum":[1e400]}}}}`,
  )
const postman = (example: string): string =>
  JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'a',
        request: {
          method: 'POST',
          url: 'http://a.test/a?price=1.10',
          body: { mode: 'graphql', graphql: { query: '{a}', variables: example } },
        },
        response: [{ name: 'OK', code: 200, body: example }],
      },
    ],
  })
const yapi = (example: string): string =>
  JSON.stringify([
    {
      name: 'Shop',
      list: [
        {
          ...{ title: 'a', method: 'GET', path: '/a', res_body_type: 'json', res_body_is_json_schema: true },
          req_query: [{ name: 'price', example: '1.10' }],
          res_body: `{"type":"object","properties":{"price":{"type":"number","mock":{"mock":"1.10"}},"id":{"type":"integer","default":12345678901234567890},"far":{"type":"number","mock":{"mock":"1e400"}}}}`,
        },
        { title: 'b', method: 'GET', path: '/b', res_body_type: 'json', res_body: example },
      ],
    },
  ])

interface Document {
  readonly request: {
    readonly query: readonly { readonly value: string }[]
    readonly params: { readonly json: string }
  }
  readonly response: {
    readonly responseExample: string
    readonly responseParamsDesc: readonly { readonly name: string; readonly value?: string; readonly type: string }[]
  }
}
const documentsIn = async (name: string, text: string): Promise<readonly Document[]> =>
  (await foundIn(formats, sourceOf(name, text))).pages
    .filter(({ content }) => content.startsWith('{'))
    .map(({ content }) => JSON.parse(content) as Document)

it.each([
  ['OpenAPI in JSON', 'a.json', openApi(EXAMPLE)],
  ['a schema of OpenAPI', 'a.json', schema()],
  ['OpenAPI in YAML', 'a.yaml', YAML],
  [
    'OpenAPI in YAML whose braces close at the indentation of their names',
    'a.yaml',
    YAML.replace(/\{ price: 1\.10, (.*) \}/, '{\n                price: 1.10, $1\n              }'),
  ],
  ['a schema of YApi', 'a.json', yapi(EXAMPLE)],
])('[ADD-16] keeps the numbers of examples as written: %s', async (_, name, text) => {
  const [document] = await documentsIn(name, text)

  expect(document?.response.responseExample).toBe(EXAMPLE)
  expect(document?.request.query.map(({ value }) => value)).toEqual(['1.10'])
})

it('[ADD-16] keeps the numbers of examples as written: Postman, ShowDoc', async () => {
  const [call] = await documentsIn('a.json', postman(EXAMPLE))
  const single = `{"info":{"title":"a"},"request":{"a":1.10},"response":{"b":12345678901234567890}}`
  const [page] = (await foundIn(formats, sourceOf('a.json', single))).pages

  expect(call?.response.responseExample).toBe(EXAMPLE)
  expect(call?.request.params.json).toContain('"price": 1.10,\n    "id": 12345678901234567890,\n    "far": 1e400')
  expect(page?.content).toBe(single)
})
