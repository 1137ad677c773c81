import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#core/plugin.ts'
import { emptyApiDocument, isApiDocument, readApiDocument } from './api-document.ts'
import { comparedLines } from './compared.ts'
import { pageKind } from './kind.ts'
import { partsOf } from './parameters.ts'

const NOWHERE = { language: 'en', globalParams: null } as const
const ROWS = [
  { name: 'order_no', require: '1', type: 'string', value: 'KO20', remark: 'the number | of the order' },
  { name: 'items', type: 'array', remark: '' },
  { name: 'items[].sku', require: 1, type: 'List<String>', value: 'a`b', remark: 'first\nsecond' },
]
const DOCUMENT = {
  info: {
    ...{ from: 'runapi', type: 'api', title: 'Pay', description: 'Starts a **payment**.', method: 'post' },
    ...{ url: '{{base}}/v2/payments/{id}', remark: 'Twice is once.', apiStatus: '2' },
  },
  request: {
    params: {
      mode: 'json',
      json: '{"order_no":"KO20"}',
      jsonDesc: ROWS,
      urlencoded: [],
      formdata: [{ name: 'not-shown' }],
    },
    headers: [{ name: 'X-Trace-Id', require: '0', type: 'string', value: 't', remark: 'trace' }],
    ...{
      query: [{ name: 'verbose', require: '1', value: '1' }],
      pathVariable: [{ name: 'id', require: '1' }],
      cookies: [],
    },
  },
  response: {
    ...{ responseExample: '{"code":0}', responseParamsDesc: [{ name: 'code', type: 'int', remark: '0 is well' }] },
    ...{
      responseHeader: [{ name: 'X-Quota', type: 'int', value: '9', remark: 'calls left' }],
      responseFailExample: '{"code":7}',
      responseFailParamsDesc: [{ name: 'reason', type: 'string', remark: 'why' }],
    },
  },
}
const content = JSON.stringify(DOCUMENT)
const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

describe('an API document', () => {
  it('[DOC-01] [ENT-DOC-01] [ENT-DOC-02] [ENT-DOC-03] [ENT-DOC-04] [ENT-DOC-05] says address, method, description, status and remark', () => {
    expect(isApiDocument(content)).toBe(true)
    expect(readApiDocument(content)).toMatchObject({
      ...{ title: 'Pay', method: 'POST', url: '{{base}}/v2/payments/{id}', description: 'Starts a **payment**.' },
      ...{ status: '2', remark: 'Twice is once.' },
    })
  })

  it('[DOC-02] [ENT-DOC-06] [ENT-DOC-07] [ENT-DOC-08] [ENT-DOC-09] [ENT-DOC-10] has a request of headers, query, path and body', () => {
    const { headers, query, pathVariables, body } = readApiDocument(content)
    expect([headers, query, pathVariables].map(namesOf)).toEqual([['X-Trace-Id'], ['verbose'], ['id']])
    expect(body).toMatchObject({ mode: 'json', example: '{"order_no":"KO20"}' })
    expect(body.parameters).toMatchObject([
      { name: 'order_no', isRequired: true, depth: 0 },
      { name: 'items', isRequired: false, depth: 0 },
      { name: 'items[].sku', isRequired: true, depth: 1, shortName: 'sku' },
    ])
  })

  it('[DOC-03] [ENT-DOC-11] [ENT-DOC-12] [ENT-DOC-13] [ENT-DOC-14] has answers with examples and fields', () => {
    const { response, failure } = readApiDocument(content)
    expect([response.example, failure.example]).toEqual(['{"code":0}', '{"code":7}'])
    expect([response.parameters, failure.parameters].map(namesOf)).toEqual([['code'], ['reason']])
  })

  it.each([
    ['formdata', 'file'],
    ['urlencoded', 'name'],
  ] as const)('has the rows of its mode %s', (mode, name) => {
    const params = { mode, formdata: [{ name: 'file' }], urlencoded: [{ name: 'name' }], json: '{"a":1}' }
    const { body } = readApiDocument(JSON.stringify({ request: { params } }))
    expect(body).toMatchObject({ mode, example: '' })
    expect(namesOf(body.parameters)).toEqual([name])
  })

  it('includes the parameters of all calls of the item, unless it has its own, and omits disabled ones', () => {
    const globals = {
      header: [{ name: 'x-trace-id' }, { name: 'X-App', value: 'sandbox' }, { name: 'X-Off', enabled: false }, null, 7],
      query: [{ name: 'lang', value: 'zh' }],
      body: [{ name: 'sign', require: '1' }],
    }
    const bodyOf = (params: object) => readApiDocument(JSON.stringify({ request: { params } }), globals).body.parameters
    const { headers, query, body } = readApiDocument(content, globals)
    expect([headers, query].map(namesOf)).toEqual([
      ['X-Trace-Id', 'X-App'],
      ['verbose', 'lang'],
    ])
    for (const mode of ['formdata', 'urlencoded'])
      expect(bodyOf({ mode, [mode]: [{ name: 'file' }] }).at(-1), mode).toMatchObject({
        ...{ name: 'sign', isRequired: true, isGlobal: true },
      })
    // An empty form is one as well, unless the call sends no body.
    const emptyForm = (method: string) =>
      readApiDocument(JSON.stringify({ info: { method }, request: { params: { mode: 'urlencoded' } } }), globals).body
    expect(emptyForm('post')).toMatchObject({ mode: 'urlencoded', parameters: [{ name: 'sign', isGlobal: true }] })
    // Without a method it is sent with GET.
    for (const method of ['get', 'head', '', ' '])
      expect(emptyForm(method), method).toMatchObject({ mode: 'none', parameters: [] })
    // Its text is sent as it is, so it has no field that nobody wrote there.
    expect(namesOf(body.parameters)).not.toContain('sign')
    expect(namesOf(bodyOf({ mode: 'raw', json: 'text' }))).not.toContain('sign')
    expect(namesOf(readApiDocument('{"info":{"url":"/"}}', globals).body.parameters)).toEqual([])
  })

  it.each([
    ['data.list[].id', ['data', 'list', 'id']],
    ['list[0].id', ['list', 'id']],
    ['plain', ['plain']],
    ['[]', ['[]']],
    ['a.'.repeat(1_000), ['a.'.repeat(1_000)]],
  ])('splits %s into %j', (name, parts) => expect(partsOf(name)).toEqual(parts))
})

describe('a content that is not an API document', () => {
  it.each([
    ['markdown', '# {"info":{"url":"/a"}}'],
    ['another JSON', '{"a":1}'],
    ['an object without a field of one', '{"info":{"title":"x"}}'],
    ['OpenAPI', '{"openapi":"3.1.0","info":{"title":"A","url":"/x"},"paths":{}}'],
    ['Postman', '{"info":{"name":"A","schema":"x"},"item":[{"request":{"method":"GET"}}]}'],
    ['a list', '[{"info":{"url":"/a"}}]'],
    ['a text that names one', '"info"'],
    ['nothing', ''],
  ])('[DOC-06] is left to other kinds: %s', (_, text) => expect(isApiDocument(text)).toBe(false))
})

describe('a document as markdown', () => {
  const english = pageKind.render(content, NOWHERE)

  it('[DOC-05] has tables for headers, query, path, body and responses', () => {
    expect(english).toContain('| `X-Trace-Id` | No | string | `t` | trace |')
    expect(english).toContain('| `verbose` | Yes |  | `1` |  |')
    expect(english).toContain('## Path parameters')
    expect(english).toContain('| `order_no` | Yes | string | `KO20` | the number \\| of the order |')
    expect(english).toContain('| `items[].sku` | Yes | List\\<String\\> | `` a`b `` | first<br>second |')
    expect(english).toContain('| `X-Quota` | No | int | `9` | calls left |')
    expect(english).toContain('```json\n{\n  "code": 0\n}\n```')
    expect(english).toContain('| `reason` | string | why |')
    expect(english).toContain('Starts a **payment**.')
    expect(english).not.toContain('not-shown')
  })

  it('[DOC-04] shows its status in words of the language', () => {
    const said = (language: 'en' | 'zh-cn', apiStatus: unknown) =>
      pageKind.render(JSON.stringify({ info: { apiStatus, url: '/' } }), { ...NOWHERE, language })
    expect(['1', '2', 3, '4', 5].map((status) => /Status: (.*)/.exec(said('en', status))?.[1])).toEqual([
      ...['In development', 'In testing', 'Done', 'Needs change', 'Deprecated'],
    ])
    expect(['1', '2', 3, '4', 5].map((status) => /接口状态：(.*)/.exec(said('zh-cn', status))?.[1])).toEqual([
      ...['开发中', '测试中', '已完成', '需修改', '已废弃'],
    ])
    expect(said('en', '6')).not.toContain('Status')
  })

  it('is punctuated as its language is', () => {
    const request = { params: { mode: 'json', jsonDesc: [{ name: 'a', disable: '1' }] } }
    const said = (language: 'en' | 'zh-cn') =>
      pageKind.render(JSON.stringify({ info: { url: '/a', apiStatus: '2' }, request }), { ...NOWHERE, language })

    for (const part of ['- Address: `/a`', '- Status: In testing', '## Request body (json)', '| (not sent) |'])
      expect(said('en')).toContain(part)
    for (const part of ['- 请求地址：`/a`', '- 接口状态：测试中', '## 请求体（json）', '| （不发送） |'])
      expect(said('zh-cn')).toContain(part)
  })

  it('is indexed by what people read in it', () => {
    const text = pageKind.textOf(content)
    for (const word of [
      'Pay',
      'POST {{base}}/v2/payments/{id}',
      'X-Trace-Id',
      'the number | of the order',
      'why',
      'X-Quota',
    ])
      expect(text).toContain(word)
    for (const word of ['jsonDesc', 'apiStatus', 'runapi', 'not-shown']) expect(text).not.toContain(word)
  })

  it('keeps an example within its fence, and a cell within its row', () => {
    const text = fc.string({ unit: fc.constantFrom('\\', '|', '`', '\r', '\n', ' ', '<', '*', 'a', '梅') })
    fc.assert(
      fc.property(text, text, (name, example) => {
        const shown = pageKind.render(
          JSON.stringify({ request: { query: [{ name: `n${name}`, value: example, remark: name }] } }),
          NOWHERE,
        )
        const rows = shown.split('\n').filter((line) => line.startsWith('|'))
        expect(rows).toHaveLength(3)
        expect(rows[2]?.replaceAll(/\\./g, '').split('|')).toHaveLength(7)
        expect(shown).not.toContain('\r')
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a comparison', () => {
  it('has a line for each field and each row, and omits nothing', () => {
    const before = comparedLines(content).split('\n')
    const changed = {
      ...DOCUMENT,
      scripts: { pre: 'x' },
      request: { ...DOCUMENT.request, query: [{ name: 'verbose', require: '0', value: '1' }] },
    }
    const after = comparedLines(JSON.stringify(changed)).split('\n')
    expect(after.filter((line) => !before.includes(line))).toEqual([
      'request.query: verbose · require=0 · value=1',
      'scripts.pre: x',
    ])
  })
})

describe('a hostile or broken document', () => {
  it('[DOC-07] is shown as far as it can be read, wherever it is cut off', () => {
    for (let length = 60; length < content.length; length += 1) {
      const cut = content.slice(0, length)
      if (!isApiDocument(cut)) continue
      expect(pageKind.render(cut, NOWHERE)).not.toBe('')
      expect(pageKind.textOf(cut)).toContain('Pay')
    }
    expect(pageKind.render(content.slice(0, -20), NOWHERE)).toContain('| `order_no` |')
  })

  const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000)
  const wide = (row: string): string => Array.from({ length: Math.floor(5_000_000 / row.length) }, () => row).join(',')
  it.each([
    ['fields of other types', '{"info":[],"request":{"headers":{"a":1},"query":"x","params":7},"response":null}'],
    [
      'rows that are none',
      '{"request":{"headers":[null,1,"a",[],{},{"name":{}},{"name":"b","children":[{"name":"c"}]}]}}',
    ],
    ['ten thousand levels', `{"info":{"url":"/"},"request":{"params":{"json":${deep('[', ']')}}}}`],
    ['rows in rows', `{"request":{"query":[${'{"name":"a","children":['.repeat(10_000)}`],
    ['five megabytes of rows', `{"request":{"query":[${wide('{"name":"a.b.c","value":"1"}')}]}}`],
    ['five megabytes of one name', `{"request":{"query":[{"name":"${'a.'.repeat(2_500_000)}"}]}}`],
    ['five megabytes of bars', `{"request":{"query":[{"name":"a","remark":"${'|`'.repeat(2_500_000)}"}]}}`],
    [
      'names of prototypes',
      '{"__proto__":{"info":1},"info":{"url":"/","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    ],
    [
      'a status of a prototype',
      '{"info":{"url":"/","apiStatus":"constructor"},"request":{"params":{"mode":"__proto__"}}}',
    ],
  ])('is processed quickly: %s', (_, text) => {
    pageKind.recognises(text)
    pageKind.textOf(text)
    pageKind.render(text, { language: 'zh-cn', globalParams: { query: [{ __proto__: null }], body: [], header: [] } })
    // No longer page is ever stored, so no longer one is merged.
    const stored = text.slice(0, limits.pageContentLength)
    pageKind.compare?.(stored, stored)
    pageKind.merge?.({ base: stored, mine: `${stored} `, theirs: ` ${stored}` }, [])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

it('starts as a document with the fields other programs look for', () => {
  expect(pageKind.recognises(pageKind.empty())).toBe(true)
  expect(Object.keys(JSON.parse(emptyApiDocument()) as object)).toEqual([
    'info',
    'request',
    'response',
    'scripts',
    'extend',
  ])
})

const CORPUS = process.env['OCTAVO_CORPUS']
it.skipIf(CORPUS === undefined).each(['2.10.5', '3.9.2'])('reads the documents of ShowDoc %s', (release) => {
  const database = new DatabaseSync(`${CORPUS}/showdoc/${release}/Sqlite/showdoc.db.php`, { readOnly: true })
  const pages = database.prepare('select page_content from page').all() as { page_content: string }[]
  const plain = pages.map(({ page_content: text }) =>
    text.startsWith('{&quot;')
      ? text
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&#039;', "'")
          .replaceAll('&amp;', '&')
      : text,
  )
  const documents = plain.filter(isApiDocument).map((text) => readApiDocument(text))
  expect(documents.length).toBeGreaterThan(5)
  for (const { url, method } of documents) expect([url, method]).not.toContain('')
})
