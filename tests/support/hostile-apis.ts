import type { Amount, HostileImport } from './hostile-import.ts'
import { hostileSchemas, json, list, members, openApi } from './hostile-schemas.ts'
import { rawZip } from './raw-zip.ts'

const file = (fileName: string, name: string, problem: RegExp | null, content: () => string): HostileImport => ({
  name,
  fileName,
  problem,
  bytes: () => Buffer.from(content()),
})
const POSTMAN = { name: 'Hostile', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }
const postman = (name: string, problem: RegExp | null, rest: () => object): HostileImport =>
  file('a.json', `a Postman collection ${name}`, problem, () => JSON.stringify({ info: POSTMAN, ...rest() }))
const showDoc = (name: string, problem: RegExp | null, rest: () => object): HostileImport =>
  file('a.json', `a ShowDoc file ${name}`, problem, () => JSON.stringify({ item_name: 'Hostile', ...rest() }))

const get = (operation: object): object => ({ paths: { '/a': { get: operation } } })

/** @param outside an address that nothing may be fetched from */
export const hostileApis = (outside: string, amount: Amount): readonly HostileImport[] => [
  ...hostileSchemas(amount),
  file(
    'a.json',
    'JSON with a million lists in lists',
    /nested too deeply \(line 1, column \d+\)/,
    () => `{"openapi":"3.0.0","paths":${'['.repeat(1_000_000)}`,
  ),
  file(
    'a.json',
    'JSON with five million values',
    /too many values/,
    () => `{"openapi":"3.0.0","x":[${'0,'.repeat(5_000_000)}0]}`,
  ),
  file(
    'a.json',
    'JSON that is cut off',
    /no valid JSON \(line 2, column \d+\)/,
    () => '{"openapi":"3.0.0",\n"paths":{"/a":{"get":{"summary":"',
  ),
  file(
    'a.json',
    'JSON with one name many times',
    null,
    () => `{"openapi":"3.0.0","paths":{${'"/a":{"get":{"summary":"a"}},'.repeat(amount(100_000))}"/b":{"get":{}}}}`,
  ),
  file(
    'a.json',
    'JSON that changes what all objects have',
    null,
    () =>
      `{"openapi":"3.0.0","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"paths":{"__proto__":{"get":{"summary":"a","parameters":[{"in":"__proto__","name":"constructor"}],"responses":{"__proto__":{"$ref":"#/__proto__/polluted"}}}},"/b":{"get":{"tags":["__proto__"],"operationId":"__proto__"}}}}`,
  ),

  openApi('whose references go in circles everywhere', null, () => ({
    paths: {
      '/a': { $ref: '#/paths/~1b' },
      '/b': { $ref: '#/paths/~1a' },
      '/c': {
        get: {
          parameters: [{ $ref: '#/components/parameters/A' }, { $ref: '#/paths/~1c/get/parameters/1' }],
          requestBody: { $ref: '#/components/requestBodies/A' },
          responses: {
            200: { $ref: '#/components/responses/A' },
            400: json({ $ref: '#/components/schemas/Self' }),
            500: { $ref: '#' },
          },
          security: [{ a: [] }],
          callbacks: { a: { $ref: '#/paths/~1c/get/callbacks/a' } },
        },
      },
    },
    components: {
      parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } },
      requestBodies: { A: { $ref: '#/components/requestBodies/A' } },
      responses: {
        A: { headers: { a: { $ref: '#/components/headers/A' } }, ...json({ $ref: '#/components/schemas/A' }) },
      },
      headers: { A: { schema: { $ref: '#/components/headers/A/schema' } } },
      securitySchemes: { a: { $ref: '#/components/securitySchemes/a' } },
      examples: { a: { $ref: '#/components/examples/a' } },
      schemas: {
        Self: { $ref: '#/components/schemas/Self' },
        A: {
          allOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/A' }],
          properties: { a: { $ref: '#/components/schemas/A' }, b: { items: { $ref: '#/components/schemas/B' } } },
          additionalProperties: { $ref: '#/components/schemas/A' },
        },
        B: {
          oneOf: [{ $ref: '#/components/schemas/A' }],
          anyOf: [{ $ref: '#/components/schemas/B' }],
          not: { $ref: '#/components/schemas/B' },
          items: { $ref: '#/components/schemas/B' },
          discriminator: { propertyName: 'a', mapping: { a: '#/components/schemas/B' } },
        },
      },
    },
  })),
  openApi('whose references lead elsewhere', null, () =>
    get({
      parameters: [{ $ref: `${outside}/parameter` }, { $ref: 'file:///etc/passwd' }, { $ref: '/etc/passwd#/a' }],
      requestBody: json({ $ref: `${outside}/schema.json#/A` }),
      responses: { 200: { $ref: '../../../etc/passwd' }, 400: json({ $ref: '//localhost/a' }) },
      externalDocs: { url: outside },
    }),
  ),
  openApi('with a reference of a million steps', null, () =>
    get({ requestBody: json({ $ref: `#${'/a'.repeat(1_000_000)}` }) }),
  ),
  openApi('with a chain of 100,000 references', null, () => ({
    ...get({ requestBody: json({ $ref: '#/components/schemas/0' }) }),
    components: { schemas: members(100_000, (at) => [`${at}`, { $ref: `#/components/schemas/${at + 1}` }]) },
  })),
  openApi('with 100,000 paths that are one', /20,?000/, () => ({
    paths: members(100_000, (at) => [`/${at}`, { $ref: '#/components/pathItems/A' }]),
    components: {
      pathItems: {
        A: {
          parameters: list(100_000, () => ({ in: 'query', name: 'a' })),
          get: { tags: list(100_000, () => '') },
          put: {},
        },
      },
    },
  })),
  openApi('with a schema of schemas beside references', null, () => ({
    paths: members(amount(200), (at) => [
      `/${at}`,
      { get: { responses: { 200: json({ $ref: '#/components/schemas/Wide', title: `${at}` }) } } },
    ]),
    components: {
      schemas: {
        Wide: {
          properties: members(20_000, (at) => [`p${at}`, { $ref: '#/components/schemas/Wide' }]),
          ...members(20_000, (at) => [`x-${at}`, 1]),
        },
      },
    },
  })),
  openApi('with a schema that unfolds to millions of fields', null, () => ({
    paths: members(amount(500), (at) => [
      `/${at}`,
      {
        post: {
          requestBody: json({ $ref: `#/components/schemas/A${at % 10}` }),
          responses: { 200: json({ $ref: '#/components/schemas/A0' }) },
        },
      },
    ]),
    components: {
      schemas: members(12, (at) => [
        `A${at}`,
        {
          type: 'object',
          properties: members(200, (field) => [
            `f${field}`,
            { $ref: `#/components/schemas/A${(at + field + 1) % 12}` },
          ]),
        },
      ]),
    },
  })),
  openApi('whose patterns take for ever', null, () =>
    get({
      parameters: [
        {
          in: 'query',
          name: 'a',
          schema: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', example: 'a'.repeat(100_000) },
        },
      ],
      requestBody: json({ type: 'string', pattern: '(a*)*b', default: 'a'.repeat(100_000) }),
    }),
  ),
  openApi('with a large example that all share', null, () => ({
    paths: members(amount(2_000), (at) => [
      `/${at}`,
      { post: { requestBody: json({ $ref: '#/components/schemas/A' }) } },
    ]),
    components: { schemas: { A: { example: list(amount(200_000), () => 'a'.repeat(100)) } } },
  })),
  openApi('with names that are longer than ids', null, () => ({
    paths: members(50, (at) => [
      `/${'a'.repeat(2_000)}${at}`,
      { get: {}, GET: {}, post: { operationId: `${'b'.repeat(2_000)}${at}` } },
    ]),
  })),
  openApi('with 20,001 operations', /20,?000/, () => ({ paths: members(20_001, (at) => [`/${at}`, { get: {} }]) })),
  openApi('of a version that is not there', /version of OpenAPI is not known: 9/, () => ({ openapi: '9' })),
  openApi('of other kinds of values everywhere', null, () => ({
    info: [],
    servers: 7,
    tags: { a: 1 },
    paths: {
      '/a': {
        parameters: 'a',
        get: {
          tags: [null, 7, {}],
          summary: [],
          parameters: [null, 'a', [], { name: {}, in: 7 }],
          requestBody: [],
          responses: 'a',
          security: [null, 'a'],
          callbacks: 1,
        },
      },
      '/b': null,
      '/c': [],
      '/d': { get: null },
    },
    components: null,
  })),

  postman('with folders in folders', null, () => {
    let folder: object = { name: 'request', request: 'http://localhost' }
    for (let level = 0; level < 150; level += 1) folder = { name: 'folder', item: [folder] }
    return { item: [folder] }
  }),
  postman('with thousands of requests of one name', null, () => ({
    item: list(amount(3_000), () => ({ name: 'a', request: { method: 'GET', url: 'a' } })),
  })),
  postman('with 20,001 requests', /20,?000/, () => ({ item: list(20_001, (at) => ({ name: `${at}`, request: 'a' })) })),
  file('a.json', 'a Postman collection of version 1 whose folders contain themselves', null, () =>
    JSON.stringify({
      id: 'a',
      name: 'a',
      order: [],
      folders_order: ['f0'],
      requests: [{ id: 'r', url: outside }],
      folders: list(amount(5_000), (at) => ({
        id: `f${at}`,
        name: 'a',
        order: ['r'],
        folders_order: [`f${at}`, `f${(at + 1) % amount(5_000)}`],
      })),
    }),
  ),
  file('a.json', 'Postman collections of one name and one id', null, () =>
    JSON.stringify({
      collections: list(3, () => ({
        info: POSTMAN,
        item: [{ id: 'x', name: 'a', item: [{ id: 'x', name: 'a', request: 'a' }] }],
      })),
      environments: list(3, () => ({ id: 'e', name: 'e', values: [] })),
    }),
  ),

  showDoc('with catalogs in catalogs', null, () => {
    let catalog: object = { cat_name: 'a', pages: [{ page_title: 'a', page_content: 'a' }], catalogs: [] }
    for (let level = 0; level < 150; level += 1) catalog = { cat_name: 'a', pages: [], catalogs: [catalog] }
    return { pages: { pages: [], catalogs: [catalog] } }
  }),
  showDoc('with thousands of pages of one title', null, () => ({
    pages: { pages: list(amount(3_000), () => ({ page_title: 'a', page_content: 'a' })), catalogs: [] },
  })),
  showDoc('of nothing but letters that could begin an address', null, () => ({
    pages: {
      pages: list(8, (at) => ({ page_id: at, page_title: `${at}`, page_content: 'a'.repeat(amount(1_990_000)) })),
      catalogs: [],
    },
  })),
  showDoc('with scripts', null, () => ({
    pages: {
      pages: [{ page_title: '<script>alert(1)</script>', page_content: '&lt;script&gt;alert(1)&lt;/script&gt;' }],
      catalogs: [],
    },
  })),
  {
    name: 'a ShowDoc archive whose list is 200 MB',
    fileName: 'a.zip',
    problem: /more than 200 times its size; its largest file is prefix_info\.json/,
    bytes: () =>
      rawZip([{ name: 'prefix_info.json', content: Buffer.alloc(amount(200_000_000), ' '), size: 200_000_000 }]),
  },
  file('a.json', 'a YApi file of thousands of requests at one path', null, () =>
    JSON.stringify([{ name: 'a', list: list(amount(3_000), () => ({ title: 'a', method: 'GET', path: '/a' })) }]),
  ),
  file('a.json', 'a YApi file with a schema that contains itself', null, () =>
    JSON.stringify([
      {
        name: 'a',
        list: [
          {
            title: 'a',
            path: '/a',
            res_body_is_json_schema: true,
            res_body: JSON.stringify({ properties: { a: { $ref: '#' }, b: { $ref: `${outside}/schema` } } }),
            req_body_type: 'json',
            req_body_is_json_schema: true,
            req_body_other: '['.repeat(100_000),
          },
        ],
      },
    ]),
  ),
]
