import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { SHEET_LIMITS } from '../workbook.ts'

interface Area {
  readonly sheetIndex: string
  readonly row: readonly [number, number]
  readonly column: readonly [number, number]
}
interface Item {
  readonly index: string
  readonly r: number
  readonly c: number
  readonly formulaArray: readonly Area[]
}
interface Frame {
  areasBegun(sheets: readonly object[]): void
  keptAreas(sheet: string, formula: string): unknown
  keepAreas(sheet: string, formula: string, areas: unknown, isFixed: boolean): unknown
  formulasInOrder(formulas: Readonly<Record<string, Item>>, changed: object, isForced: boolean): readonly Item[]
  isInTime(ordered: readonly Item[], at: number): boolean
  boundedResult(result: [boolean, unknown, string]): readonly unknown[]
}

const CODE = readFileSync(new URL('formula-order.js', import.meta.url), 'utf8')
let frame: Frame
let now: number
let late: number
beforeEach(() => {
  now = 0
  late = 0
  const window = {}
  runInContext(
    CODE,
    createContext({ window, performance: { now: () => now }, Event, dispatchEvent: () => void (late += 1) }),
  )
  frame = window as Frame
})

const one = (row: number, column = 0, sheetIndex = 'a'): Area => ({
  sheetIndex,
  row: [row, row],
  column: [column, column],
})
const nameOf = ({ index, r, c }: Pick<Item, 'index' | 'r' | 'c'>): string => `r${r}c${c}i${index}`
const named = (items: readonly Item[]) => Object.fromEntries(items.map((item) => [nameOf(item), { ...item }]))
const formula = (r: number, ...formulaArray: readonly Area[]): Item => ({ index: 'a', r, c: 0, formulaArray })
const rowsOf = (items: readonly Item[]): readonly number[] => items.map(({ r }) => r)

describe('formulas after a change', () => {
  it('are those that depend on it, each once and after those it depends on', () => {
    const doubling = Array.from({ length: 5_000 }, (_, at) => formula(at + 2, one(at), one(at + 1)))
    const ordered = frame.formulasInOrder(
      named([...doubling.toReversed(), formula(9_000, one(8_000))]),
      { r1c0ia: 1 },
      false,
    )

    expect(rowsOf(ordered)).toEqual(Array.from({ length: 5_000 }, (_, at) => at + 2))
  })

  it('are found through areas, of other sheets too', () => {
    const items = [
      formula(5, { sheetIndex: 'b', row: [0, 99], column: [1, 3] }),
      formula(6, one(5)),
      formula(7, { sheetIndex: 'a', row: [0, 4], column: [0, 16_383] }),
    ]

    expect(rowsOf(frame.formulasInOrder(named(items), { r99c3ib: 1 }, false))).toEqual([5, 6])
    expect(rowsOf(frame.formulasInOrder(named(items), { r100c3ib: 1 }, false))).toEqual([])
    expect(rowsOf(frame.formulasInOrder(named(items), {}, true))).toHaveLength(3)
  })

  it('are calculated once each even where they go in circles', () => {
    const circle = Array.from({ length: 100 }, (_, at) => formula(at, one((at + 1) % 100)))

    expect(rowsOf(frame.formulasInOrder(named(circle), {}, true)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    )
  })

  it('are the same as by following every cell, and never before one they read, for any sheet without circles', () => {
    const area = fc.tuple(fc.nat(9), fc.nat(9)).map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const)
    const sheet = fc.array(fc.tuple(area, fc.boolean()), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(sheet, fc.nat(9), (rows, changedRow) => {
        // A formula only reads rows above its own.
        const items = rows.flatMap(([[from, to], isFormula], row) =>
          isFormula && from < row
            ? [formula(row, { sheetIndex: 'a', row: [from, Math.min(to, row - 1)], column: [0, 0] })]
            : [],
        )
        const affected = new Set([changedRow])
        for (const { r, formulaArray } of items)
          if (formulaArray.some(({ row: [from, to] }) => [...affected].some((at) => at >= from && at <= to)))
            affected.add(r)
        const expected = items.filter(
          ({ r, formulaArray: [read] }) =>
            affected.has(r) &&
            (r !== changedRow || [...affected].some((at) => read && at >= read.row[0] && at <= read.row[1])),
        )
        const ordered = rowsOf(frame.formulasInOrder(named(items.toReversed()), { [`r${changedRow}c0ia`]: 1 }, false))
        expect(ordered.toSorted((a, b) => a - b)).toEqual(rowsOf(expected))
        for (const [at, row] of ordered.entries())
          for (const before of items.find(({ r }) => r === row)?.formulaArray ?? [])
            for (const other of ordered.slice(at + 1))
              expect(other >= before.row[0] && other <= before.row[1]).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('stop when they take too long, and say so', () => {
    const items = [formula(1, one(0)), formula(2, one(1))]
    const ordered = frame.formulasInOrder(named(items), { r0c0ia: 1 }, false)
    expect([frame.isInTime(ordered, 0), late]).toEqual([true, 0])
    now = 3_001
    expect([frame.isInTime(ordered, 1), late]).toEqual([false, 1])
    expect([frame.isInTime(ordered, 2), late]).toEqual([false, 1])
  })

  it('are those of a whole circle that a change reaches, whichever of them comes first', () => {
    const circle = [formula(0, one(1)), formula(1, one(0), one(9)), formula(2, one(0))]

    for (const items of [circle, circle.toReversed()])
      expect(rowsOf(frame.formulasInOrder(named(items), { r9c0ia: 1 }, false)).toSorted()).toEqual([0, 1, 2])
  })

  it('are none, and nothing is looked for, where nothing changed', () => {
    const items = [formula(1, one(0)), formula(2, one(1))].map((item) => ({
      ...item,
      get formulaArray(): readonly Area[] {
        throw new Error('looked at')
      },
    }))

    expect(frame.formulasInOrder(Object.fromEntries(items.map((item) => [nameOf(item), item])), {}, false)).toEqual([])
  })

  it('have results of a bounded length', () => {
    expect(frame.boundedResult([true, 'x'.repeat(100_000), '='])[1]).toHaveLength(SHEET_LIMITS.resultLength)
    expect(frame.boundedResult([true, 7, '='])[1]).toBe(7)
    for (let count = 0; count < 400; count += 1) frame.boundedResult([true, 'x'.repeat(40_000), '='])
    expect(frame.boundedResult([true, 'short', '='])[1]).toBe('#VALUE!')
    frame.formulasInOrder({}, {}, false)
    expect(frame.boundedResult([true, 'short', '='])[1]).toBe('short')
  })
})

it('the areas of a formula are remembered until sheets change their names or sizes, unless they depend on values', () => {
  const sheet = { index: 'a', name: 'A', data: [[null], [null]] }
  const areas = [one(1)]
  frame.areasBegun([sheet])
  expect(frame.keepAreas('a', '=A2', areas, true)).toBe(areas)
  expect(frame.keepAreas('a', '=INDIRECT(A2)', areas, false)).toBe(areas)
  frame.areasBegun([sheet])
  expect(frame.keptAreas('a', '=A2')).toBe(areas)
  expect(frame.keptAreas('b', '=A2')).toBeUndefined()
  expect(frame.keptAreas('a', '=INDIRECT(A2)')).toBeUndefined()
  for (const changed of [
    { ...sheet, name: 'B' },
    { ...sheet, data: [[null]] },
  ]) {
    frame.areasBegun([changed])
    expect(frame.keptAreas('a', '=A2')).toBeUndefined()
    frame.keepAreas('a', '=A2', areas, true)
  }
})
