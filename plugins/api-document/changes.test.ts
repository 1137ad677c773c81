import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApiDocument } from './api-document.ts'
import { apiChanges } from './changes.ts'
import { toldChanges } from './told-changes.ts'

type Row = {
  readonly name: string
  readonly type?: string
  readonly require?: string
  readonly remark?: string
  readonly value?: string
}
interface Tables {
  readonly headers?: readonly Row[]
  readonly cookies?: readonly Row[]
  readonly query?: readonly Row[]
  readonly pathVariable?: readonly Row[]
  readonly jsonDesc?: readonly Row[]
  readonly responseHeader?: readonly Row[]
  readonly response?: readonly Row[]
  readonly failure?: readonly Row[]
}
const written = (tables: Tables = {}, info: object = {}): string => {
  const { headers, cookies, query, pathVariable, jsonDesc, responseHeader, response, failure } = tables
  return JSON.stringify({
    info: { method: 'post', url: '/pets', ...info },
    request: { params: { mode: 'json', json: '{}', jsonDesc }, headers, cookies, query, pathVariable },
    response: { responseHeader, responseParamsDesc: response, responseFailParamsDesc: failure },
  })
}
const told = (before: string, after: string, language: 'en' | 'zh-cn' = 'en') =>
  toldChanges(before, after, language).map(({ text, isBreaking }) => `${isBreaking ? '!' : ' '} ${text}`)

describe('what changed in an API document', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['the method', written(), written({}, { method: 'put' }), ['! The method changed: POST → PUT.']],
    ['a method said first', written({}, { method: '' }), written(), ['  The method changed: none → POST.']],
    ['the address', written(), written({}, { url: '/cats' }), ['! The address changed: /pets → /cats.']],
    [
      'the name of a variable',
      written({ pathVariable: [{ name: 'id' }] }, { url: '/pets/{id}' }),
      written({ pathVariable: [{ name: 'pet' }] }, { url: '/pets/{pet}' }),
      [
        '  The address changed: /pets/{id} → /pets/{pet}.',
        '  Path parameter id was removed.',
        '  Path parameter pet was added.',
      ],
    ],
    [
      'parameters that are gone, new, or needed now',
      written({ query: [{ name: 'old' }, { name: 'kept', require: '0' }, { name: 'free', require: '1' }] }),
      written({
        query: [{ name: 'kept', require: '1' }, { name: 'free' }, { name: 'new', require: '1' }, { name: 'more' }],
      }),
      [
        '! Query parameter old was removed.',
        '! Query parameter new was added and is required.',
        '! Query parameter kept is required now.',
        '  Query parameter more was added.',
        '  Query parameter free is optional now.',
      ],
    ],
    [
      'headers, whatever their case',
      written({ headers: [{ name: 'X-Trace', type: 'string' }] }),
      written({ headers: [{ name: 'x-trace', type: 'string' }] }),
      [],
    ],
    [
      'types that are others',
      written({
        jsonDesc: [
          { name: 'age', type: 'int' },
          { name: 'name', type: 'string' },
          { name: 'at', type: 'date' },
        ],
      }),
      written({
        jsonDesc: [
          { name: 'age', type: 'number' },
          { name: 'name', type: 'integer' },
          { name: 'at', type: 'string' },
        ],
      }),
      [
        '! Body field name has another type: string → integer.',
        '  Body field age has another type: int → number.',
        '  Body field at has another type: date → string.',
      ],
    ],
    [
      'words for the same type',
      written({ jsonDesc: [{ name: 'age', type: 'int' }] }),
      written({ jsonDesc: [{ name: 'age', type: 'integer' }] }),
      [],
    ],
    [
      'answers, which may say more and not less',
      written({ response: [{ name: 'id', type: 'number' }, { name: 'name', type: 'integer' }, { name: 'gone' }] }),
      written({
        response: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'number' },
          { name: 'new', require: '1' },
        ],
      }),
      [
        '! Response field gone was removed.',
        '! Response field name has another type: integer → number.',
        '  Response field new was added.',
        '  Response field id has another type: number → integer.',
      ],
    ],
    [
      'a field with others in it once',
      written({ failure: [{ name: 'data' }, { name: 'data.list' }, { name: 'data.list[].id' }, { name: 'code' }] }),
      written({ failure: [{ name: 'code' }] }),
      ['! Failure field data was removed.'],
    ],
    [
      'marks of lists, which say nothing new',
      written({ response: [{ name: 'list', type: 'array' }, { name: 'list.id' }] }),
      written({ response: [{ name: 'list', type: 'array' }, { name: 'list[].id' }] }),
      [],
    ],
    [
      'the status',
      written({}, { apiStatus: '3' }),
      written({}, { apiStatus: '5' }),
      ['  The status changed: Done → Deprecated.'],
    ],
    [
      'texts',
      written({ query: [{ name: 'a', remark: 'One' }] }),
      written({ query: [{ name: 'a', remark: 'Two' }] }),
      ['  Descriptions or examples changed.'],
    ],
    [
      'a body in another form',
      written({ jsonDesc: [{ name: 'a' }] }),
      written({ jsonDesc: [{ name: 'a' }] }).replace('"json"', '"raw"'),
      ['! The request body is sent in another form: json → raw.'],
    ],
    ['nothing that can be told of half a document', written({ query: [{ name: 'a' }] }), written().slice(0, -3), []],
  ])('reports %s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes)
  })

  it('reports it in Chinese', () => {
    const before = written({ query: [{ name: 'a', type: 'string' }, { name: 'b' }] }, { apiStatus: '1' })
    const after = written(
      {
        query: [
          { name: 'a', type: 'integer' },
          { name: 'c', require: '1' },
        ],
      },
      { apiStatus: '3' },
    )

    expect(told(before, after, 'zh-cn')).toEqual([
      '! Query 参数 b 已删除。',
      '! Query 参数 c 为新增的必填项。',
      '! Query 参数 a 的类型已改变：string → integer。',
      '  接口状态已改变：开发中 → 已完成。',
    ])
  })

  it('lists a limited number of changes, and how many more there are', () => {
    const before = written({ query: Array.from({ length: 700 }, (_, at) => ({ name: `p${at}` })) })

    const changes = toldChanges(before, written(), 'en')

    expect(changes).toHaveLength(201)
    expect(changes.at(-1)).toEqual({ text: 'And 500 more.', isBreaking: true })
  })

  const TYPES = ['string', 'integer', 'number', 'boolean'] as const
  const rows = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom(...TYPES),
      require: fc.constantFrom('0', '1'),
    }),
    { selector: ({ name }) => name },
  )
  const tables = fc.record({
    headers: rows,
    cookies: rows,
    query: rows,
    jsonDesc: rows,
    responseHeader: rows,
    response: rows,
    failure: rows,
  })
  type Filled = typeof tables extends fc.Arbitrary<infer T> ? T : never
  const [SENT, ANSWERED] = [
    ['headers', 'cookies', 'query', 'jsonDesc'],
    ['responseHeader', 'response', 'failure'],
  ] as const

  const holds = (given: string, wanted: string) => given === wanted || (given === 'integer' && wanted === 'number')
  /** Whether a client written for one document works with a server written for the other. */
  const works = (client: Filled, server: Filled): boolean => {
    const isSentRight = SENT.every((table) =>
      [client[table], client[table].filter(({ require }) => require === '1')].every(
        (request) =>
          request.every((row) => server[table].some(({ name, type }) => name === row.name && holds(row.type, type))) &&
          server[table].every(({ name, require }) => require === '0' || request.some((row) => row.name === name)),
      ),
    )
    const isAnsweredRight = ANSWERED.every((table) =>
      client[table].every((row) => server[table].some(({ name, type }) => name === row.name && holds(type, row.type))),
    )
    return isSentRight && isAnsweredRight
  }

  it('is breaking exactly when a client that followed the former document would fail', () => {
    fc.assert(
      fc.property(tables, tables, fc.boolean(), (before, other, isNear) => {
        const after = isNear ? { ...before, query: other.query, response: other.response } : other

        const changes = apiChanges(readApiDocument(written(before)), readApiDocument(written(after)))

        expect(changes.some(({ isBreaking }) => isBreaking)).toBe(!works(before, after))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is empty between a document and its reordered copy, and is reversed with the documents', () => {
    const shuffled = (given: Filled): Filled =>
      Object.fromEntries(Object.entries(given).map(([table, list]) => [table, list.toReversed()])) as unknown as Filled
    fc.assert(
      fc.property(tables, tables, (one, other) => {
        const [before, after] = [readApiDocument(written(one)), readApiDocument(written(other))]
        const named = (changes: ReturnType<typeof apiChanges>, ...kinds: string[]) =>
          changes
            .filter(({ what }) => kinds.includes(what))
            .map(({ place, name }) => `${place} ${name}`)
            .sort()

        expect(apiChanges(before, readApiDocument(written(shuffled(one))))).toEqual([])
        expect(named(apiChanges(before, after), 'removed')).toEqual(
          named(apiChanges(after, before), 'added', 'addedRequired'),
        )
        expect(named(apiChanges(before, after), 'required')).toEqual(named(apiChanges(after, before), 'optional'))
      }),
    )
  })
})
