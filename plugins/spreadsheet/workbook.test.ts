import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { JsonNode } from '#plugins/format-tools/api.ts'
import { readWorkbook, type ReadWorkbook } from './read-workbook.ts'
import { edits, meaningOf, newSheet, withEdits } from './testing/random-sheets.ts'
import { placeOf, PLAIN, type Sheet } from './workbook.ts'
import { editedSheets, writtenWorkbook, type EditedSheet } from './write-workbook.ts'

const textsIn = (sheet: Sheet | undefined) => [...(sheet?.cells ?? [])].map(([place, { text }]) => [place, text])
/** In the notation of another client. */
const OTHERS = `[ {"name": "十月", "freeze": "A2", "styles": [{"font": {"bold": true}, "border": {"top": ["thin", "#000"]}}],
  "merges": ["A6:C6"], "rows": {"0": {"cells": {"0": {"text": "库位", "style": 0, "editable": false}, "1": {"text": 7.50}}},
  "2": {"height": 40, "hide": false, "cells": {"4": {"text": "=D2-C2"}}}, "len": 100},
  "cols": {"len": 26, "0": {"width": 150}}, "validations": [{"refs": ["A1"]}], "autofilter": {}},
  {"name":"Nov","rows":{}} ]
`
const changed = (change: (sheet: EditedSheet) => EditedSheet, content = OTHERS): string => {
  const read = readWorkbook(content)
  return writtenWorkbook(
    read,
    editedSheets(read).map((sheet, at) => (at === 0 ? change(sheet) : sheet)),
  )
}
const withCell = (sheet: EditedSheet, place: number, text: string): EditedSheet => ({
  ...sheet,
  cells: new Map(sheet.cells).set(place, {
    ...(sheet.cells.get(place) ?? { style: PLAIN, origin: null }),
    text,
  }),
})

describe('the sheets in a content', () => {
  it('[GEN-15] [ENT-SHEET-01] [ENT-SHEET-02] [ENT-SHEET-03] [ENT-SHEET-04] have names and rows of cells with text', () => {
    const [october, november] = readWorkbook(OTHERS).sheets

    expect([october?.name, november?.name]).toEqual(['十月', 'Nov'])
    expect(textsIn(october)).toEqual([
      [placeOf(0, 0), '库位'],
      [placeOf(0, 1), '7.5'],
      [placeOf(2, 4), '=D2-C2'],
    ])
    expect(october).toMatchObject({
      merges: [{ top: 5, left: 0, bottom: 5, right: 2 }],
      frozen: { rows: 1, columns: 0 },
      widths: new Map([[0, 150]]),
      heights: new Map([[2, 40]]),
    })
    expect(october?.cells.get(0)?.style.isBold).toBe(true)
  })

  it.each([
    ['a list', '[{"name":"S","rows":[{"cells":[{"text":"a"},{},{"text":"b"}]}]}]'],
    ['an object with sheets', '{"sheets":[{"name":"S","rows":{"0":{"cells":{"0":{"text":"a"},"2":{"text":"b"}}}}}]}'],
    ['one sheet alone', '{"name":"S","rows":{"0":{"cells":{"0":{"text":"a"},"2":{"text":"b"}}}}}'],
  ])('are found in %s', (_, content) => {
    expect(textsIn(readWorkbook(content).sheets[0]).filter(([, text]) => text !== '')).toEqual([
      [0, 'a'],
      [2, 'b'],
    ])
  })
})

describe('edited sheets', () => {
  it('[SHEET-04] keep the exact text of a content that nobody touched', () => {
    for (const content of [
      OTHERS,
      `\uFEFF ${OTHERS}`,
      '{"a": 1, "sheets" : [{"rows":{}, "x":01.0}]}',
      '[{"rows":{"0":',
    ])
      expect(changed((sheet) => sheet, content)).toBe(content)
  })

  it('change only the text of the edited cell', () => {
    expect(changed((sheet) => withCell(sheet, placeOf(2, 4), '=D2'))).toBe(OTHERS.replace('=D2-C2', '=D2'))
    expect(changed((sheet) => withCell(sheet, placeOf(2, 5), 'x'))).toBe(
      OTHERS.replace('"=D2-C2"}', '"=D2-C2"}, "5": {"text":"x"}'),
    )
  })

  it('keep unknown fields of a cell when it is changed or moved', () => {
    const moved = changed((sheet) => {
      const cells = new Map(sheet.cells)
      const cell = cells.get(0)
      cells.delete(0)
      return cell ? { ...sheet, cells: cells.set(placeOf(9, 9), { ...cell, text: 'moved' }) } : sheet
    })

    expect(moved).toContain('"9": {"cells": {"9": {"text": "moved", "style": 0, "editable": false}}}')
    expect(moved).toContain('"0": {"cells": {"1": {"text": 7.50}}}')
  })

  it('keep the borders of a cell when other properties of its style change', () => {
    const bolder = changed((sheet) => {
      const cell = sheet.cells.get(0)
      return cell
        ? { ...sheet, cells: new Map(sheet.cells).set(0, { ...cell, style: { ...cell.style, isItalic: true } }) }
        : sheet
    })

    expect(bolder).toContain('{"font":{"bold":true,"italic":true},"border":{"top":["thin","#000"]}}]')
    expect(bolder).toContain('{"text": "库位", "style": 1, "editable": false}')
  })

  it.each([
    ['no rows', '[{"name":"S","cols":{}},{"name":"T","rows":{}}]'],
    ['rows that are none', '[{"name":"S","rows":null},{"name":"T","rows":{}}]'],
    ['rows without cells', '[{"name":"S","rows":{"3":{"height":30},"4":null}},{"name":"T","rows":{}}]'],
    ['cells that are none', '[{"name":"S","rows":{"3":{"cells":null}}},{"name":"T","rows":{}}]'],
    ['a list of rows', '[{"name":"S","rows":[{"cells":["a"]}]},{"name":"T","rows":{}}]'],
  ])('accept input into a sheet with %s', (_, content) => {
    const places = [placeOf(0, 1), placeOf(3, 0), placeOf(4, 2)]

    const written = changed(
      (sheet) => places.reduce((typed, place) => withCell(typed, place, `at ${place}`), sheet),
      content,
    )

    const [sheet] = readWorkbook(written).sheets
    expect(places.map((place) => sheet?.cells.get(place)?.text)).toEqual(places.map((place) => `at ${place}`))
    expect(written).toContain('{"name":"T","rows":{}}')
  })

  it('keep styles that are given by name, and unknown words in a style', () => {
    const styles =
      '{"0":{"font":{"bold":true,"weight":600},"align":"justify","border":{"top":["thin","#000"]}},"7":{"color":"#ff0000"}}'
    const content = `[{"name":"S","styles":${styles},"rows":{"0":{"cells":{"0":{"text":"a","style":0},"1":{"text":"b","style":7}}}}}]`
    expect(readWorkbook(content).sheets[0]?.cells.get(placeOf(0, 1))?.style.color).toBe('#ff0000')

    const restyled = changed((sheet) => {
      const cell = sheet.cells.get(0)
      return cell
        ? { ...sheet, cells: new Map(sheet.cells).set(0, { ...cell, style: { ...cell.style, isItalic: true } }) }
        : sheet
    }, content)

    expect(restyled).toBe(
      content
        .replace(
          '{"color":"#ff0000"}}',
          '{"color":"#ff0000"},"8": {"font":{"bold":true,"weight":600,"italic":true},"align":"justify","border":{"top":["thin","#000"]}}}',
        )
        .replace('"text":"a","style":0', '"text":"a","style":8'),
    )
  })

  it('are read again as they were created, whoever began them', () => {
    fc.assert(
      fc.property(fc.array(newSheet, { minLength: 1, maxLength: 3 }), edits, (sheets, made) => {
        const content = writtenWorkbook(readWorkbook(''), sheets)
        const read = readWorkbook(content)
        expect(editedSheets(read).map(meaningOf)).toEqual(sheets.map(meaningOf))

        const later = editedSheets(read).map((sheet, at) => (at === 0 ? withEdits(sheet, made) : sheet))
        const written = writtenWorkbook(read, later)
        expect(JSON.parse(written)).toBeInstanceOf(Array)
        expect(editedSheets(readWorkbook(written)).map(meaningOf)).toEqual(later.map(meaningOf))
        const touched = new Set([...made.set.map(([at]) => at), ...made.emptied, ...made.moved.flat()])
        const known = later.map((sheet, at) => ({ ...sheet, touched: at === 0 ? touched : new Set<number>() }))
        expect(editedSheets(readWorkbook(writtenWorkbook(read, known))).map(meaningOf)).toEqual(later.map(meaningOf))
      }),
      { numRuns: 500 },
    )
  })

  it('take linear time, whether a column is filled, emptied or both', () => {
    const columnOf = (count: number, column: number) => Array.from({ length: count }, (_, row) => placeOf(row, column))
    /** Compared names and scanned characters. */
    const workFor = (count: number, isLaidOut: boolean): number => {
      const rows = Object.fromEntries(
        columnOf(count, 0).map((_, row) => [row, { cells: { 0: { text: 'a' }, 2: { text: 'b' } } }]),
      )
      // One long line is the worst case of both.
      const content = `${isLaidOut ? '\n' : ''}${JSON.stringify([{ name: 'S', rows, cols: {} }])}`
      const read = readWorkbook(content)
      const work = counted(read)
      const [sheet] = editedSheets(read)
      if (!sheet) return 0
      const cells = new Map(sheet.cells)
      for (const place of columnOf(count, 1)) cells.set(place, { text: 'new', style: PLAIN, origin: null })
      for (const place of columnOf(count, 2)) cells.delete(place)
      for (const place of columnOf(2 * count, 0).slice(count))
        cells.set(place, { text: 'new', style: PLAIN, origin: null })
      const written = writtenWorkbook(read, [{ ...sheet, cells }])
      const done = work()
      expect(readWorkbook(written).sheets[0]?.cells.size).toBe(3 * count)
      return done
    }

    for (const isLaidOut of [false, true]) expect(workFor(4_000, isLaidOut)).toBeLessThan(5 * workFor(1_000, isLaidOut))
  })

  it('can be reordered, removed and added', () => {
    fc.assert(
      fc.property(newSheet, fc.shuffledSubarray([0, 1], { minLength: 0 }), fc.boolean(), (added, order, isFirst) => {
        const read = readWorkbook(OTHERS)
        const kept = order.flatMap((at) => editedSheets(read)[at] ?? [])
        const sheets = isFirst ? [added, ...kept] : [...kept, added]
        const written = writtenWorkbook(read, sheets)

        expect(JSON.parse(written)).toHaveLength(sheets.length)
        expect(editedSheets(readWorkbook(written)).map(meaningOf)).toEqual(sheets.map(meaningOf))
        if (order.includes(0)) expect(written).toContain(OTHERS.slice(2, OTHERS.indexOf(',\n  {"name":"Nov"')))
      }),
      { numRuns: 200 },
    )
  })
})

/** From now on, counts the names of members that are compared, and the characters that are scanned. */
function counted(read: ReadWorkbook): () => number {
  let count = 0
  const watch = (node: JsonNode): void => {
    if (node.kind === 'scalar') return
    for (const entry of node.entries) {
      if ('name' in entry) {
        const { name } = entry
        Object.defineProperty(entry, 'name', {
          get() {
            count += 1
            return name
          },
        })
      }
      watch(entry.node)
    }
  }
  for (const { node } of read.sheets) watch(node)
  const spies = (['includes', 'lastIndexOf'] as const).map((method) => {
    const search = String.prototype[method]
    return vi.spyOn(String.prototype, method).mockImplementation(function (
      this: string,
      sought: string,
      from?: number,
    ) {
      count += this.length
      return (search as (sought: string, from?: number) => never).call(this, sought, from)
    })
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
    return count
  }
}
