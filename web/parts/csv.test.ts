import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { copiedCsv, csvOf } from './csv.ts'

/** A reader of RFC 4180. */
function rowsIn(csv: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (const [, quoted, plain, end] of csv.slice(1).matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

it('gives back what was put in, whatever it is, with a mark before what would be a formula', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t', '=', '-', '＝', '文', ' ', "'") })
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const read = rowsIn(csvOf(rows))

      expect(read.flat().filter((cell) => '=+-@\t\r\n＝＋－＠'.includes(cell.charAt(0)) && cell !== '')).toEqual([])
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      for (const [at, cell] of read.flat().entries()) expect([cell, cell.slice(1)]).toContain(rows.flat()[at])
    }),
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
  'lets %j be no formula',
  (text) => {
    expect(rowsIn(csvOf([[text, 'plain']]))).toEqual([[`'${text}`, 'plain']])
  },
)

it('copies numbers as numbers, and formulas as text', () => {
  expect(copiedCsv([['-1', '+2.5', '=1+1', 'a,b']])).toBe(`-1,+2.5,'=1+1,"a,b"\r\n`)
})
