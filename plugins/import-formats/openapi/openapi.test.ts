import { expect, it, describe } from 'vitest'
import fc from 'fast-check'
import { refusalBy } from '#tests/support/refusal.ts'
import plugin from '../plugin.ts'
import { formatFor, foundIn, sourceOf } from '../testing/found-in.ts'
import { readHere } from '../testing/read-here.ts'
import { BrokenFile } from '../thread/reader.ts'
import { readOpenApi } from './openapi-reader.ts'
import { MOST_TAKEN } from '../thread/threaded-format.ts'

const formats = plugin.contributes.map(({ value }) => value)
const read = (text: string, name = 'api.json', language: 'en' | 'zh-cn' = 'en') =>
  readHere(readOpenApi, name, text, { language })
const written = (document: object): string => JSON.stringify(document)
const contentOf = (content = '{}') => JSON.parse(content)
const operation = (facts: object) => ({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, ...facts })

const PET = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called', example: 'Rex' },
    owner: { type: 'object', properties: { phone: { type: ['string', 'null'], maxLength: 20 } } },
    tags: { type: 'array', items: { type: 'object', properties: { label: { type: 'string', enum: ['a', 'b'] } } } },
  },
}

describe('an OpenAPI document', () => {
  it('[ADD-20] becomes a page for each operation, in catalogs of its tags', async () => {
    const paths = {
      '/pets': {
        get: { operationId: 'listPets', summary: 'List pets', tags: ['Pets', 'More'], responses: {} },
        post: { tags: ['Pets'], description: 'Adds one.\nAnd more.', responses: {} },
      },
      '/ping': { get: { responses: {} } },
    }

    const { item, catalogs, pages } = await read(written(operation({ paths })))

    expect(item).toMatchObject({ name: 'Shop' })
    expect(catalogs).toEqual([{ id: 'tag Pets', parentId: null, name: 'Pets' }])
    expect(pages.map(({ id, catalogId, title }) => [id, catalogId, title])).toEqual([
      ['operation listPets', 'tag Pets', 'List pets'],
      ['path POST /pets', 'tag Pets', 'Adds one.'],
      ['path GET /ping', null, 'GET /ping'],
    ])
  })

  it('[ENT-DOC-01..14] tells what is sent and what is answered', async () => {
    const paths = {
      '/pets/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Its number' },
        ],
        put: {
          deprecated: true,
          security: [{ key: [] }],
          parameters: [
            { name: 'dry', in: 'query', schema: { type: 'boolean', default: false } },
            { name: 'X-Trace', in: 'header', example: 'abc', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
          responses: {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
            404: {
              description: 'Gone',
              content: {
                'application/json': { example: { code: 4 }, schema: { properties: { code: { type: 'integer' } } } },
              },
            },
          },
        },
      },
    }
    const components = {
      schemas: { Pet: PET },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Ask us' } },
    }
    const servers = [{ url: 'https://{place}.example.test/v1/', variables: { place: { default: 'eu' } } }]

    const { pages } = await read(written(operation({ servers, paths, components })))

    const { info, request, response } = contentOf(pages.at(-1)?.content)
    expect(info).toMatchObject({ method: 'put', url: 'https://eu.example.test/v1/pets/{id}', apiStatus: '5' })
    expect(request.pathVariable).toEqual([
      { name: 'id', require: '1', type: 'integer', value: '', remark: 'Its number' },
    ])
    expect(request.query).toMatchObject([{ name: 'dry', require: '0', value: 'false' }])
    expect(request.headers).toMatchObject([
      { name: 'X-Trace', value: 'abc' },
      { name: 'X-Key', require: '1', remark: 'Ask us' },
    ])
    expect(request.params.mode).toBe('json')
    expect(request.params.jsonDesc).toEqual([
      { name: 'name', require: '1', type: 'string', value: 'Rex', remark: 'What it is called' },
      { name: 'owner', require: '0', type: 'object', value: '', remark: '' },
      { name: 'owner.phone', require: '0', type: 'string', value: '', remark: 'maxLength: 20' },
      { name: 'tags', require: '0', type: 'array', value: '', remark: '' },
      { name: 'tags.label', require: '0', type: 'string', value: '', remark: 'enum: a, b' },
    ])
    expect(JSON.parse(request.params.json)).toEqual({ name: 'Rex', owner: { phone: 'string' }, tags: [{ label: 'a' }] })
    expect(JSON.parse(response.responseExample)).toMatchObject({ name: 'Rex' })
    expect(response.responseParamsDesc[0]).toEqual({ name: 'name', type: 'string', remark: 'What it is called' })
    expect(JSON.parse(response.responseFailExample)).toEqual({ code: 4 })
    expect(response.responseFailParamsDesc).toEqual([{ name: 'code', type: 'integer', remark: '' }])
    expect(response.remark).toBe('200: Done\n404: Gone')
  })

  it('says the same in Swagger 2, OpenAPI 3 and YAML', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'Shop' },
      host: 'example.test',
      basePath: '/v1',
      schemes: ['http', 'https'],
      paths: {
        '/pets': {
          post: {
            parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Pet' } }],
            responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
          },
        },
      },
      definitions: { Pet: PET },
    }
    const json = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
    const three = {
      openapi: '3.0.3',
      info: { title: 'Shop' },
      servers: [{ url: 'https://example.test/v1' }],
      paths: {
        '/pets': { post: { requestBody: { content: json }, responses: { 200: { description: 'ok', content: json } } } },
      },
      components: { schemas: { Pet: PET } },
    }
    const { stringify } = await import('yaml')

    const [older, newer, yaml] = await Promise.all([
      read(written(swagger)),
      read(written(three)),
      read(stringify(three), 'api.yaml'),
    ])

    expect(older.pages.at(-1)).toEqual(newer.pages.at(-1))
    expect(yaml.pages).toEqual(newer.pages)
    expect(newer.pages).toHaveLength(2)
  })

  it('ends where a schema lies in itself', async () => {
    const schemas = {
      Node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } } },
      Self: { $ref: '#/components/schemas/Self' },
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }, { properties: { a: { type: 'integer' } } }] },
    }
    const paths = Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/${name}`,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
          },
        },
      ]),
    )

    const { pages } = await read(written(operation({ paths, components: { schemas } })))

    const names = pages.map(({ content }) =>
      contentOf(content).request.params.jsonDesc.map((row: { name: string }) => row.name),
    )
    expect(names).toEqual([['name', 'next'], [], ['a']])
  })

  it('fetches nothing: what leads out of the file is told', async () => {
    const paths = {
      '/a': {
        get: {
          parameters: [{ $ref: 'http://127.0.0.1:1/parameters.json#/a' }],
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: { $ref: 'file:///etc/passwd' } } } },
          },
        },
      },
      '/b': { $ref: '../b.yaml' },
    }

    const { pages, warnings } = await read(written(operation({ paths })))

    expect(pages).toHaveLength(1)
    expect(warnings).toEqual([
      '../b.yaml lies in another file and was left out.',
      'http://127.0.0.1:1/parameters.json#/a lies in another file and was left out.',
      'file:///etc/passwd lies in another file and was left out.',
    ])
  })

  it('knows the second of two operations with one id by its place', async () => {
    const paths = { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }

    const { pages, warnings } = await read(written(operation({ paths })))

    expect(pages.map(({ id }) => id)).toEqual(['operation x', 'path GET /b'])
    expect(warnings).toHaveLength(1)
  })

  it('may have two bytes a character in JSON and YAML, as a byte order mark says', async () => {
    const paths = { '/pets': { get: { summary: '宠物列表 ⊂⍛', tags: ['宠物'], responses: {} } } }
    const json = written(operation({ paths }))
    // Long enough for a sign to lie in two pieces of the file, behind the version.
    const remark = '⊂ ": ⍛'.repeat(20_000)
    const yaml = `info:\n  title: Shop\n  description: '${remark}'\npaths: ${JSON.stringify(paths)}\nopenapi: 3.1.0\n`
    for (const [name, text] of [
      ['api.json', json],
      ['api.json', ` ${JSON.stringify({ info: { title: 'Shop', description: remark }, paths, openapi: '3.1.0' })}`],
      ['api.yaml', yaml],
    ] as const) {
      const plain = await foundIn(formats, sourceOf(name, text))
      expect(plain.pages.at(-1)).toMatchObject({ title: '宠物列表 ⊂⍛' })
      const little = Buffer.from(`\uFEFF${text}`, 'utf16le')

      for (const bytes of [little, Buffer.from(little).swap16()])
        expect(await foundIn(formats, sourceOf(name, bytes))).toEqual(plain)
    }
    const broken = Buffer.from('\uFEFF{"openapi": "3.1.0",\n "描述": {', 'utf16le')
    await expect(readHere(readOpenApi, 'api.json', new Uint8Array(broken))).rejects.toThrow('line 2, column 9')
  })

  it('is recognised with its version behind all else', async () => {
    const padding = 'x'.repeat(10_000)
    const json = written({ info: { description: padding }, paths: {}, openapi: '3.0.0' })
    const yaml = `info:\n  description: ${padding}\npaths: {}\nopenapi: 3.0.0\n`

    expect((await formatFor(formats, sourceOf('a.json', json)))?.id).toBe('openapi')
    expect((await formatFor(formats, sourceOf('a.yaml', yaml)))?.id).toBe('openapi')
    expect(await formatFor(formats, sourceOf('a.json', written({ info: { openapi: '3' } })))).toBeNull()
    expect(await formatFor(formats, sourceOf('a.yaml', 'name: openapi\n'))).toBeNull()
  })

  it('is recognised in YAML that is indented as a whole, and not where another key comes first', async () => {
    const text = '# Pets\n---\n  openapi: 3.0.0\n  info:\n    title: Pets\n  paths:\n    /a:\n      get: {}\n'

    expect(await formatFor(formats, sourceOf('a.yaml', text))).toMatchObject({ id: 'openapi' })
    expect((await foundIn(formats, sourceOf('a.yaml', text))).pages).toHaveLength(1)
    expect(await formatFor(formats, sourceOf('a.yaml', 'services:\n  swagger:\n    image: x\n'))).toBeNull()
  })

  it('reads whatever stands where something else should', async () => {
    const names = [
      '$ref',
      'paths',
      '/a',
      'get',
      'tags',
      'parameters',
      'schema',
      'properties',
      'allOf',
      'responses',
      '__proto__',
    ]
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 1, '#', '#/', '#/paths', '#/paths/~1a/get', 'text', '{'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 5 }).map(Object.fromEntries),
      ),
    }))

    await fc.assert(
      fc.asyncProperty(value, value, async (paths, components) => {
        const bytes = new TextEncoder().encode(
          written(operation({ paths: { '/a': { get: paths, ...Object(paths) } }, components })),
        )
        const ids: string[] = []
        const ignored = () => undefined
        const into = {
          item: ignored,
          catalog: ignored,
          warn: ignored,
          total: ignored,
          file: () => '',
          addressOfPage: () => '',
        }
        await readOpenApi(
          {
            ...{ name: 'a.json', parts: [{ path: 'a.json', bytes }], language: 'en', options: {} },
            most: MOST_TAKEN,
          },
          {
            ...into,
            page: ({ id, content }) => void (ids.push(id), contentOf(content.startsWith('{') ? content : '{}')),
          },
        )
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a file that is broken or hostile', () => {
  const problemOf = async (text: string, name = 'api.json', language: 'en' | 'zh-cn' = 'en') => {
    const outcome = await read(text, name, language).catch((error: unknown) => error)
    return outcome instanceof BrokenFile ? outcome.message : JSON.stringify(outcome)
  }

  it('is refused with the place of what is wrong', async () => {
    expect(await problemOf('{"openapi": "3.0.0",\n "paths": {,}}')).toBe(
      'api.json is no valid JSON (line 2, column 12)',
    )
    expect(await problemOf('{"openapi": "3.0.0",\n "paths": {')).toBe('api.json is no valid JSON (line 2, column 12)')
    expect(await problemOf('openapi: 3.0.0\npaths: {a: [}\n', 'a.yaml', 'zh-cn')).toMatch(
      /^a\.yaml 不是有效的 YAML（第 2 行第 \d+ 列）$/,
    )
    expect(await problemOf('{"openapi": "4.0.0"}')).toBe('this version of OpenAPI is not known: 4.0.0')
    expect(await problemOf('{"swaggerVersion": "1.2"}')).toBe('this version of OpenAPI is not known: 1.2')
  })

  const DEEP = 100_000
  it.each([
    ['lists in JSON', 'a.json', `{"openapi": "3.0.0", "paths": ${'['.repeat(DEEP)}`],
    ['objects in JSON', 'a.json', `{"openapi": "3.0.0", "paths": ${'{"a":'.repeat(DEEP)}`],
    ['lists in YAML', 'a.yaml', `openapi: 3.0.0\npaths: ${'['.repeat(DEEP)}`],
    ['dashes in YAML', 'a.yaml', `openapi: 3.0.0\npaths:\n${'- '.repeat(DEEP)}`],
    [
      'indents in YAML',
      'a.yaml',
      `openapi: 3.0.0\n${Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}`,
    ],
  ])('is refused before it is parsed when it nests %s', async (_, name, text) => {
    expect(await problemOf(text, name)).toMatch(/is nested too deeply/)
  })

  it('is refused when its anchors multiply', async () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}]`)
    const text = ['openapi: 3.0.0', 'l0: &l0 [x]', ...levels].join('\n')

    expect(await problemOf(text, 'a.yaml')).toMatch(/^a\.yaml uses its anchors too often/)
  })

  it('makes no more rows of a schema than its pages may have, however its parts multiply', async () => {
    const level = (at: number) => ({
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, each) => [`p${each}`, { $ref: `#/components/schemas/L${at + 1}` }]),
      ),
    })
    const schemas = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`L${at}`, level(at)]))
    const post = { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/L0' } } } } }
    const paths = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`/${at}`, { post }]))

    const { pages } = await read(written(operation({ paths, components: { schemas } })))

    const rows = pages.map(({ content }) => contentOf(content).request.params.jsonDesc.length)
    expect(pages).toHaveLength(500)
    expect(Math.max(...rows)).toBeLessThanOrEqual(266)
  })

  it('is refused when its pages would be many times larger than itself', async () => {
    const description = 'x'.repeat(500_000)
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `/${at}`,
        { get: { parameters: [{ $ref: '#/a' }], responses: { 200: { $ref: '#/b' } } } },
      ]),
    )
    const text = written({ ...operation({ paths }), a: { name: 'a', in: 'query' }, b: { description } })

    const refusal = await refusalBy(foundIn(formats, sourceOf('api.json', text)))
    expect(refusal.details['problem']).toBe('its pages would be many times larger than the file')
  })

  it('is read in a thread, from which all arrives as it was found', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 700 }, (_, at) => [`/${at}`, { get: { tags: [`t${at % 9}`] } }]),
    )
    const text = written(operation({ paths }))

    const { catalogs, pages } = await foundIn(formats, sourceOf('api.json', text))

    const here = await read(text)
    expect(pages).toEqual(here.pages)
    expect(catalogs).toEqual(here.catalogs)
  })

  it('says in the thread what it says here', async () => {
    const refusal = await refusalBy(foundIn(formats, sourceOf('api.json', '{"openapi": "3.0.0", }')))

    expect(refusal.kind).toBe('importBroken')
    expect(refusal.details['problem']).toBe('api.json is no valid JSON (line 1, column 22)')
  })
})
