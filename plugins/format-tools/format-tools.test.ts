// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { beautifulJson } from './beautiful-json.ts'
import { jsonTable } from './json-table.ts'
import { linkTarget } from './link-address.ts'
import { cell } from './markdown-table.ts'
import { rowsOfText } from '#web/parts/rows-of-text.ts'
import { rowsOfHtml, tableFromRows } from './pasted-table.ts'

const words = { name: 'Name', type: 'Type', required: 'Required', description: 'Description', yes: 'yes', no: 'no' }
const rowsOf = (json: string): readonly string[] => jsonTable(json, words).split('\n').slice(2)

describe('JSON to table', () => {
  it('[EDIT-16] lists nested fields by their path', () => {
    expect(rowsOf('{"a":{"b":1},"c":[true],"d":null}')).toEqual([
      '| a | object | yes |  |',
      '| a.b | number | yes | 1 |',
      '| c | array&lt;boolean&gt; | yes |  |',
      '| d | null | yes |  |',
    ])
  })
  it('keeps numbers as they are written', () => {
    const written = ['12345678901234567890', '1.10', '1e400', '-0', '1E+2']

    expect(rowsOf(`{${written.map((number, index) => `"n${index}": ${number}`).join()}, "number": 5}`)).toEqual([
      ...written.map((number, index) => `| n${index} | number | yes | ${number} |`),
      '| number | number | yes | 5 |',
    ])
  })
  it('[EDIT-16] takes the entries of a list together', () => {
    expect(rowsOf('[{"id":1,"name":"x"},{"id":"2"}]')).toEqual([
      '| \\[\\].id | number \\| string | yes | 1 |',
      '| \\[\\].name | string | no | x |',
    ])
  })
  it('[EDIT-16] refuses what is not JSON', () => {
    expect(() => jsonTable('{x', words)).toThrow(SyntaxError)
  })
  it('survives names of every kind and very deep nesting', () => {
    expect(rowsOf('{"__proto__":1,"constructor":2}')).toHaveLength(2)
    expect(rowsOf(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`).length).toBeLessThan(40)
  })
})

describe('beautify JSON', () => {
  it('[EDIT-17] puts one value on each line', () => {
    expect(beautifulJson('{"a":[1,{"b":"x, {y}"}],"c":{}, "d" : [ ]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    )
  })
  it('[EDIT-17] leaves what is not JSON as it is', () => {
    expect(beautifulJson('{x')).toBe('{x')
  })
  it('keeps large numbers, the order of fields and escapes as they were written', () => {
    const json = '{"2":12345678901234567890,"1":1.0,"e":"\\u00e9\\"","e":-0.50e+3}'

    expect(beautifulJson(json).replace(/[\n ]/g, '')).toBe(json)
  })
  it('gives what JSON.stringify gives', () => {
    const value = { list: [[], [[1]], {}, 'a\n"b"'], deep: { deeper: { deepest: [true, false, null] } } }

    expect(beautifulJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    expect(beautifulJson(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2))
  })
})

describe('paste table', () => {
  it('[EDIT-18] reads cells copied as text, with quotes and line breaks', () => {
    expect(tableFromRows(rowsOfText('名称\tNote\r\nid\t"two\nlines, ""said"""\r\n'))).toBe(
      '| 名称 | Note |\n| --- | --- |\n| id | two<br>lines, "said" |',
    )
  })
  it('[EDIT-18] reads tables copied as HTML, merged cells repeated', () => {
    const html = `<html><body><table><tr><td colspan="2">Wide</td><td>C</td></tr>
      <tr><td rowspan="2">Tall</td><td>b<br>b2</td><td> c  c </td></tr><tr><td>x|y</td><td></td></tr></table>
      <script>throw new Error('ran')</script></body></html>`

    expect(tableFromRows(rowsOfHtml(html) ?? [])).toBe(
      '| Wide | Wide | C |\n| --- | --- | --- |\n| Tall | b<br>b2 | c c |\n| Tall | x\\|y |  |',
    )
  })
  it('gives nothing for nothing', () => {
    expect(tableFromRows(rowsOfText(' \t \n'))).toBe('')
    expect(rowsOfHtml('<p>no table</p>')).toBeNull()
  })
})

it('writes any text into a cell without it becoming markdown or HTML', () => {
  expect(cell('a|b *c* <img src=x> `d` [e](f) user_id _g_ \\ $h$ &lt;\nnext')).toBe(
    'a\\|b \\*c\\* &lt;img src=x&gt; \\`d\\` \\[e\\](f) user_id \\_g\\_ \\\\ \\$h\\$ &amp;lt;<br>next',
  )
})

it('writes any address as a target that leads to the same place', () => {
  for (const sign of ['\u3000', '\u00a0', '\u2028', '(', ')', '*', '~', '_', '|', '`', '$']) {
    const address = `https://a.test/orders${sign}table`
    expect(decodeURIComponent(linkTarget(address)), JSON.stringify(sign)).toBe(address)
    expect(linkTarget(address)).not.toContain(sign)
  }
})
