import { expect, it } from 'vitest'
import { withReferences, withSheetNames } from './references.ts'

const DOWN = ({ row, column }: { row: number; column: number }) => ({ row: row + 1, column })

it.each([
  ['=A1', '=A2'],
  ['=$A$1:b2', '=$A$2:B3'],
  ['=SUM(A1:A3,1E5)&"A1 ""B2"""', '=SUM(A2:A4,1E5)&"A1 ""B2"""'],
  ["='It''s 2'!A1+Sheet1!B2:C3", "='It''s 2'!A2+Sheet1!B3:C4"],
  ['=LOG10(A1)+A1B+_A1+A1.x+A1()', '=LOG10(A2)+A1B+_A1+A1.x+A1()'],
  ['=数据!A1&名A1', '=数据!A2&名A1'],
  ['=A100000', '=#REF!'],
])('%s has its references moved as %s', (formula, moved) => expect(withReferences(formula, DOWN)).toBe(moved))

it('names the sheet of a reference, and which parts of it are fixed', () => {
  const met: unknown[] = []
  withReferences("='It''s 2'!A$1:B2+C3", (reference) => {
    met.push(reference)
    return reference
  })

  expect(met).toEqual([
    { sheet: "It's 2", row: 0, column: 0, isRowFixed: true, isColumnFixed: false },
    { sheet: "It's 2", row: 1, column: 1, isRowFixed: false, isColumnFixed: false },
    { sheet: null, row: 2, column: 2, isRowFixed: false, isColumnFixed: false },
  ])
})

it.each([
  ['=Sheet1!A1+B2', "='The first'!A1+B2"],
  ['=\'Sheet1\'!A1:B2&"Sheet1!A1"', '=\'The first\'!A1:B2&"Sheet1!A1"'],
  ['=数据!A1+Sheet10!A1', "='It''s it'!A1+Sheet10!A1"],
])('%s has its sheets renamed as %s', (formula, renamed) => {
  const names = new Map([
    ['Sheet1', 'The first'],
    ['数据', "It's it"],
  ])

  expect(withSheetNames(formula, (name) => names.get(name) ?? name)).toBe(renamed)
})
