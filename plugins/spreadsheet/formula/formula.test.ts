import { describe, expect, it } from 'vitest'
import { readWorkbook } from '../read-workbook.ts'
import { ShownTexts } from '../shown-text.ts'
import { cellAt } from '../addresses.ts'
import { placeOf } from '../workbook.ts'

/** The displayed value of a cell in a sheet with these texts, by address. */
function shownIn(texts: Readonly<Record<string, string | number>>, address: string, others: object[] = []): string {
  const rows: Record<number, { cells: Record<number, object> }> = {}
  for (const [name, text] of Object.entries(texts)) {
    const { row, column } = cellAt(name) ?? { row: 0, column: 0 }
    ;(rows[row] ??= { cells: {} }).cells[column] = { text }
  }
  const { row, column } = cellAt(address) ?? { row: 0, column: 0 }
  return new ShownTexts(readWorkbook(JSON.stringify([{ name: 'One', rows }, ...others]))).at(0, placeOf(row, column))
}
const worth = (formula: string, texts: Readonly<Record<string, string | number>> = {}): string =>
  shownIn({ A1: '2', A2: '3', A3: 'pear', B1: 'apple', B2: '12%', B3: 'TRUE', ...texts, Z9: formula }, 'Z9')

describe('a formula', () => {
  it.each([
    ['=1+2*3^2', '19'],
    ['=-2^2', '4'],
    ['=(1+2)*3%', '0.09'],
    ['=0.1+0.2', '0.3'],
    ['=1/3', '0.333333333333333'],
    ['=123456789012345+1', '123456789012346'],
    ['=A1&" "&B1', '2 apple'],
    ['=A1*$A$2', '6'],
    ['=SUM(A1:A3, B2, 4)', '9.12'],
    ['=SUM(A1:A2;1)', '6'],
    ['=AVERAGE(A1:A2)', '2.5'],
    ['=IF(A1>A2,"more","less")', 'less'],
    ['=IF(A1<A2,"ok",1/0)', 'ok'],
    ['=IFERROR(1/0,"none")', 'none'],
    ['=COUNTIF(A1:A3,">2")', '1'],
    ['=COUNTIF(A3:B3,"p*r")', '1'],
    ['=SUMIF(A1:A2,">2",A1:A2)', '3'],
    ['=VLOOKUP("pear",A3:B3,2,FALSE)', 'TRUE'],
    ['=INDEX(A1:B3,2,1)', '3'],
    ['=MATCH(3,A1:A3,0)', '2'],
    ['=ROUND(1.005,2)', '1.01'],
    ['=ROUND(-2.5,0)', '-3'],
    ['=MOD(-3,2)', '1'],
    ['=MID("spreadsheet",7,5)', 'sheet'],
    ['=AND(A1=2,B3)', 'TRUE'],
    ['=LEN("登录")', '2'],
    ['=1/0', '#DIV/0!'],
    ['=A3+1', '#VALUE!'],
    ['=Nobody!A1', '#REF!'],
  ])('%s results in %s', (formula, shown) => expect(worth(formula)).toBe(shown))

  it.each([
    '=TODAY()',
    '=SUM(',
    '=WEBSERVICE("http://elsewhere.test")',
    "=cmd|'/C calc'!A0",
    '=1+TODAY()',
    '=',
    '=[other.xlsx]A!B1',
  ])('is displayed as typed when it is not supported: %s', (formula) => expect(worth(formula)).toBe(formula))

  it('refers to cells of other sheets, and to other formulas', () => {
    const other = { name: "It's 2", rows: { 0: { cells: { 0: { text: '=B1*2' }, 1: { text: 21 } } } } }

    expect(shownIn({ A1: "='It''s 2'!A1+1" }, 'A1', [other])).toBe('43')
  })

  it('of a long column that adds up row by row is calculated', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`A${at + 1}`, at === 0 ? '1' : `=A${at}+1`]),
    )

    expect(shownIn(texts, 'A20000')).toBe('20000')
  })

  it('that depends on itself reports it', () => {
    expect(shownIn({ A1: '=B1', B1: '=A1+1' }, 'A1')).toBe('#REF!')
  })
})

describe('a number', () => {
  const formatted = (text: string, style: object): string =>
    new ShownTexts(
      readWorkbook(JSON.stringify([{ name: 'S', styles: [style], rows: { 0: { cells: { 0: { text, style: 0 } } } } }])),
    ).at(0, 0)

  it.each([
    ['1234.5', { format: 'number' }, '1,234.50'],
    ['12', { format: 'percent' }, '12%'],
    ['-1234.5', { format: 'usd' }, '-$1,234.50'],
    ['0.256', { pattern: '0.0%' }, '25.6%'],
    ['7', { pattern: '000' }, '007'],
    ['1234567', { pattern: '#,##0' }, '1,234,567'],
    ['2.50', { pattern: '0.##' }, '2.5'],
    ['45322', { pattern: 'yyyy-mm-dd' }, '2024-01-31'],
    ['45322.75', { pattern: 'yyyy-MM-dd hh:mm' }, '2024-01-31 18:00'],
    ['5', { pattern: '[Red]0;[Blue]-0' }, '5'],
    ['=1/3', { format: 'number' }, '0.33'],
    ['007', { format: 'text' }, '007'],
    ['=1+1', { format: 'text' }, '=1+1'],
    ['word', { format: 'number' }, 'word'],
    ['1.10', {}, '1.10'],
  ])('%s as %j is displayed as %s', (text, style, shown) => expect(formatted(text, style)).toBe(shown))
})
