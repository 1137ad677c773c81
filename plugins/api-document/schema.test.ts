import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '#plugins/format-tools/api.ts'
import { readApiDocument } from './api-document.ts'
import { parametersIn } from './parameters.ts'
import { rowsOfPaste } from './pasted-rows.ts'
import { exampleOf, rowsOfExample, rowsOfSchema, schemaOf, type WrittenRow } from './schema.ts'

const parameters = (rows: readonly WrittenRow[]) => parametersIn(readJson(JSON.stringify(rows)).root ?? undefined, [])
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

const EXAMPLE = {
  code: 0,
  data: {
    list: [{ id: 7, price: 1.5, isPaid: true, tags: ['a'], note: null }],
    total: 2,
    nested: { deep: { name: 'x' } },
  },
}

describe('fields of an example', () => {
  it('are its rows with type and value, and give the same example again', () => {
    const rows = rowsOfExample(EXAMPLE)
    expect(names(rows)).toEqual([
      ...['code', 'data', 'data.list', 'data.list[].id', 'data.list[].price', 'data.list[].isPaid', 'data.list[].tags'],
      ...['data.list[].note', 'data.total', 'data.nested', 'data.nested.deep', 'data.nested.deep.name'],
    ])
    const again = JSON.parse(exampleOf(parameters(rows))) as typeof EXAMPLE
    expect(again).toEqual({ ...EXAMPLE, data: { ...EXAMPLE.data, list: [{ ...EXAMPLE.data.list[0], tags: [] }] } })
  })

  it('give the same rows again, whatever they are', () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/)
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.boolean(),
        fc.stringMatching(/^[a-z ]{1,8}$/),
        tie('object'),
      ),
      object: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4 }),
    })).object
    fc.assert(
      fc.property(tree, (example) => {
        const rows = rowsOfExample(example)
        expect(JSON.parse(exampleOf(parameters(rows)))).toEqual(example)
      }),
    )
  })
})

describe('a number that JavaScript would write otherwise', () => {
  const NUMBERS = ['12345678901234567890', '1.10', '1e400', '1E+2', '-0']
  const json = `{${NUMBERS.map((number, at) => `"n${at}":${number}`).join()}}`

  it('is pasted into rows as written', () => {
    expect(rowsOfPaste(json).map(({ value }) => value)).toEqual(NUMBERS)
    const rows = NUMBERS.map((number, at) => `{"name":"n${at}","value":${number}}`)
    expect(rowsOfPaste(`[${rows.join()}]`).map(({ value }) => value)).toEqual(NUMBERS)
    const properties = NUMBERS.map((number, at) => `"n${at}":{"type":"number","example":${number},"enum":[${number}]}`)
    const fromSchema = rowsOfPaste(`{"properties":{${properties.join()}}}`)
    expect(fromSchema.map(({ value, remark }) => `${remark} ${value}`)).toEqual(
      NUMBERS.map((number) => `(${number}) ${number}`),
    )
  })

  it('is in an example of rows as they have it, also in a list or an object that is the value of one', () => {
    const rows = parameters([
      ...NUMBERS.map((number, at): WrittenRow => ({ name: `n${at}`, type: 'number', value: number })),
      { name: 'list', type: 'array', value: '[1.10]' },
      { name: 'object', type: 'object', value: '{"price":1.10}' },
    ])

    expect(exampleOf(rows).replaceAll(/\s/g, '')).toBe(`${json.slice(0, -1)},"list":[1.10],"object":{"price":1.10}}`)
  })

  it('stays what it is in a document that has numbers where others have texts', () => {
    const rows = NUMBERS.map((number, at) => `{"name":"n${at}","value":${number}}`).join()
    const example = `{"price":1.10}`
    const document = readApiDocument(`{"request":{"params":{"json":${example}},"query":[${rows}]},"info":{}}`)

    expect(document.query.map(({ value }) => value)).toEqual(NUMBERS)
    expect(document.body.example).toBe('{\n  "price": 1.10\n}')
  })
})

describe('a JSON Schema', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', description: 'the number', example: 7 },
      state: { enum: ['open', 'closed'], type: ['string', 'null'] },
      lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    },
    $defs: { line: { type: 'object', properties: { sku: { type: 'string' }, parent: { $ref: '#/$defs/line' } } } },
  }

  it('becomes rows; a recursive reference is followed once', () => {
    expect(rowsOfSchema(schema)).toEqual([
      { name: 'id', require: '1', type: 'integer', value: '7', remark: 'the number' },
      { name: 'state', require: '0', type: 'string', value: '', remark: '(open, closed)' },
      { name: 'lines', require: '0', type: 'array', value: '', remark: '' },
      { name: 'lines[].sku', require: '0', type: 'string', value: '', remark: '' },
      { name: 'lines[].parent', require: '0', type: 'object', value: '', remark: '' },
    ])
  })

  it('is created from rows, and gives them back', () => {
    const rows = rowsOfExample(EXAMPLE).map((row) => ({ ...row, remark: `about ${row.name}`, value: '' }))
    const again = rowsOfSchema(JSON.parse(schemaOf(parameters(rows))))
    expect(again).toEqual(rows)
  })

  it.each([
    ['refers to itself', { $ref: '#' }],
    ['refers to nothing', { $ref: '#/nowhere/at/all' }],
    ['refers in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['doubles with each level', doubling(40)],
    ['combines parts without fields, each of them twenty others', combining(25)],
    [
      'names prototypes',
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/__proto__/x"}}}'),
    ],
    ['is of other types', { properties: [], required: 7, items: null, allOf: [null, 1] }],
  ])('gives a result when it %s', (_, hostile) => {
    expect(rowsOfSchema(hostile).length).toBeLessThanOrEqual(2_000)
  })
})

/** A schema with so many levels that it would have two to that power of rows. */
function doubling(levels: number): object {
  const level = (at: number) => ({
    properties: { a: { $ref: `#/$defs/l${at + 1}` }, b: { $ref: `#/$defs/l${at + 1}` } },
  })
  return { ...level(0), $defs: Object.fromEntries(Array.from({ length: levels }, (_, at) => [`l${at}`, level(at)])) }
}

/** A schema of no fields, with so many levels that it would have twenty to that power of parts. */
function combining(levels: number): object {
  const level = (at: number) => ({ allOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/l${at + 1}` })) })
  return { ...level(0), $defs: Object.fromEntries(Array.from({ length: levels }, (_, at) => [`l${at}`, level(at)])) }
}

describe('pasted text', () => {
  const short = (text: string) =>
    rowsOfPaste(text).map(({ name, require, type, value, remark }) => [name, require, type, value, remark].join('/'))
  it.each([
    [
      'cells with titles',
      '参数名\t必选\t类型\t说明\nid\t是\tint\t订单号\nname\t否\tstring\t名称',
      ['id/1/int//订单号', 'name/0/string//名称'],
    ],
    ['cells without titles', 'id\tint\tyes\tthe id\nsku\tstring\tno\t', ['id/1/int//the id', 'sku/0/string//']],
    ['two columns', 'a\t1\nb\ttext', ['a/0//1/', 'b/0//text/']],
    ['a markdown table', '| Name | Type |\n| --- | --- |\n| `id` | int |', ['id/0/int//']],
    ['a query string', '?page=1&q=a%20b+c&empty=', ['page/0/integer/1/', 'q/0/string/a b c/', 'empty/0/string//']],
    ['an address', 'https://x.test/a?page=1&page=2#top', ['page/0/integer/1/']],
    ['headers', 'Authorization: Bearer a:b\nX-App: 1', ['Authorization/0/string/Bearer a:b/', 'X-App/0/string/1/']],
    ['names', 'id\nname', ['id/0/string//', 'name/0/string//']],
    ['an example', '{"id":7}', ['id/1/integer/7/']],
    ['a schema', '{"properties":{"id":{"type":"integer"}}}', ['id/0/integer//']],
    ['rows', '[{"name":"id","require":"1","type":"int","value":"","remark":"r"}]', ['id/1/int//r']],
    ['a sentence', 'This is (no) list of names, is it?', []],
    ['nothing', ' \n ', []],
  ])('is read as %s', (_, text, rows) => expect(short(text)).toEqual(rows))

  it('never throws an error', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.webQueryParameters()), (text) => void rowsOfPaste(text)))
  })
})

it('distinguishes a list from its content, also when both have the same name', () => {
  const rows = parameters([
    { name: 'a', type: 'array' },
    { name: 'a[].a', type: 'string' },
  ])

  expect(JSON.parse(schemaOf(rows))).toMatchObject({
    properties: { a: { type: 'array', items: { properties: { a: { type: 'string' } } } } },
  })
})
