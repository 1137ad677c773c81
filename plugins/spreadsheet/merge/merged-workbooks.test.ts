import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedWorkbooks } from './merged-workbooks.ts'
import { memberOfValue } from './members.ts'

interface StoredCell {
  text?: unknown
  style?: number
  own?: unknown
}
interface StoredRow {
  cells: Record<string, StoredCell>
  height?: number
  hide?: boolean
}
interface StoredSheet {
  /** Has no meaning in the product; here it identifies the sheet. */
  tag: string
  name: string
  styles: object[]
  rows: Record<string, StoredRow>
  cols: Record<string, { width?: number }>
  freeze?: string
  validations?: unknown
}
type Stored = StoredSheet[]

const [ROWS, COLUMNS] = [6, 4]
const filled = (tag: string, places: readonly (readonly [number, number])[]): StoredSheet => ({
  ...{ tag, name: `Name of ${tag}`, styles: [{ font: { bold: true }, border: { top: ['thin', '#000'] } }], cols: {} },
  rows: Object.fromEntries(
    [...new Set(places.map(([row]) => row))].map((row) => [
      row,
      {
        cells: Object.fromEntries(
          places
            .filter(([at]) => at === row)
            .map(([, column]) => [column, { text: `${tag} ${row} ${column}`, ...(column === 0 && { style: 0 }) }]),
        ),
      },
    ]),
  ),
})
const places = fc.uniqueArray(fc.tuple(fc.nat(ROWS - 1), fc.nat(COLUMNS - 1)), { selector: String, maxLength: 12 })
const base = fc
  .array(places, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((each, at) => filled(`s${at}`, each)))

/** An edit of a sheet by one side; `value` differs between the sides, except 0. */
const edit = fc.record({
  sheet: fc.nat(2),
  what: fc.constantFrom(
    ...(['text', 'text', 'text', 'gone', 'own', 'bold', 'border', 'height', 'hide', 'width', 'freeze'] as const),
    ...(['validations', 'rename', 'remove', 'add', 'move'] as const),
  ),
  row: fc.nat(ROWS),
  column: fc.nat(COLUMNS),
  value: fc.nat(2),
})
type Edit = typeof edit extends fc.Arbitrary<infer Made> ? Made : never

function edited(stored: Stored, side: string, edits: readonly Edit[]): Stored {
  const sheets = structuredClone(stored)
  // Doing all of this at once creates different sheets, which are conflicts as such.
  const isRenaming = edits.some(({ what }) => what === 'rename')
  for (const [turn, { sheet: at, what, row, column, value }] of edits.entries()) {
    if (isRenaming && ['remove', 'add', 'move'].includes(what)) continue
    const named = value === 0 ? 'both' : `${side}${value}`
    if (what === 'add') sheets.push({ ...filled(`${side} ${turn}`, [[row, column]]), name: `New ${side} ${turn}` })
    const sheet = sheets[at]
    if (!sheet) continue
    const line = (): StoredRow => (sheet.rows[row] ??= { cells: {} })
    const cell = (): StoredCell => (line().cells[column] ??= {})
    const look = (change: object): void => {
      sheet.styles.push({ ...sheet.styles[cell().style ?? -1], ...change })
      cell().style = sheet.styles.length - 1
    }
    if (what === 'text') cell().text = named
    if (what === 'gone') delete sheet.rows[row]?.cells[column]
    if (what === 'own') cell().own = [named]
    if (what === 'bold') look({ font: { bold: value > 0 } })
    if (what === 'border') look({ border: { left: [named, '#f00'] } })
    if (what === 'height') line().height = 30 + named.length * 10 + value
    if (what === 'hide') line().hide = value > 0
    if (what === 'width') (sheet.cols[column] ??= {}).width = 50 + named.length * 10 + value
    if (what === 'freeze') sheet.freeze = `B${value + 2}`
    if (what === 'validations') sheet.validations = [named]
    if (what === 'rename') sheet.name = `${named} ${sheet.tag}`
    if (what === 'remove' && sheets.length > 1) sheets.splice(at, 1)
    if (what === 'move') sheets.splice(value, 0, ...sheets.splice(at, 1))
  }
  return sheets
}

/** Everything stored, by unique name. */
function thingsIn(stored: Stored): ReadonlyMap<string, string> {
  const things = new Map<string, string>()
  const put = (name: string, value: unknown): void => {
    if (value !== undefined && value !== '') things.set(name, memberOfValue(value).meaning)
  }
  for (const { tag, name, styles, rows, cols, freeze, validations } of stored) {
    put(tag, tag)
    put(`${tag} name`, name)
    put(`${tag} freeze`, freeze)
    put(`${tag} validations`, validations)
    for (const [at, { width }] of Object.entries(cols)) put(`${tag} column ${at}`, width)
    for (const [row, { cells, height, hide }] of Object.entries(rows)) {
      put(`${tag} row ${row} height`, height)
      put(`${tag} row ${row} hide`, hide)
      for (const [column, { text, style, own }] of Object.entries(cells)) {
        put(`${tag} ${row},${column} text`, text)
        put(`${tag} ${row},${column} own`, own)
        for (const [word, look] of Object.entries(styles[style ?? -1] ?? {}))
          for (const [part, value] of Object.entries(look as object))
            put(`${tag} ${row},${column} ${word} ${part}`, value)
      }
    }
  }
  return things
}

const tagOf = (thing: string): string => /^(?:s|\S+ )\d+/.exec(thing)?.[0] ?? ''

const sheetIn = (things: ReadonlyMap<string, string> | undefined, tag: string): string =>
  JSON.stringify([...(things ?? [])].filter(([thing]) => tagOf(thing) === tag).toSorted())

const parsed = (content: string | null | undefined): Stored => JSON.parse(content ?? '[]') as Stored
const merged = (sides: { base: Stored; mine: Stored; theirs: Stored }, choice: 'mine' | 'theirs') => {
  const texts = {
    base: JSON.stringify(sides.base),
    mine: JSON.stringify(sides.mine),
    theirs: JSON.stringify(sides.theirs, null, 1),
  }
  return mergedWorkbooks(
    texts,
    Array.from({ length: 500 }, () => choice),
  )
}

describe('a merge of sheets', () => {
  it('contains what one side changed, asks about what both did, and changes nothing else', () => {
    fc.assert(
      fc.property(base, fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }), (stored, own, their) => {
        const sides = { base: stored, mine: edited(stored, 'm', own), theirs: edited(stored, 't', their) }
        const [before, mine, theirs] = [stored, sides.mine, sides.theirs].map(thingsIn)
        const removed = new Set(stored.map(({ tag }) => tag).filter((tag) => !mine?.has(tag) || !theirs?.has(tag)))
        for (const choice of ['mine', 'theirs'] as const) {
          const { content, conflicts } = merged(sides, choice)
          const result = thingsIn(parsed(content))
          const isLeft = (tag: string): boolean => {
            const chosen = choice === 'mine' ? mine : theirs
            if (mine?.has(tag) && theirs?.has(tag)) return true
            return !before?.has(tag) || (chosen?.has(tag) === true && sheetIn(chosen, tag) !== sheetIn(before, tag))
          }
          if (![...(mine ?? []), ...(theirs ?? [])].some(([thing]) => isLeft(tagOf(thing)))) {
            // There are no workbooks without sheets.
            expect(conflicts.length).toBeGreaterThan(0)
            expect(result).toEqual(choice === 'mine' ? mine : theirs)
            continue
          }
          let isDisputed = false
          for (const thing of new Set([before, mine, theirs, result].flatMap((all) => [...(all?.keys() ?? [])]))) {
            if (removed.has(tagOf(thing))) continue
            const [was, one, other] = [before?.get(thing), mine?.get(thing), theirs?.get(thing)]
            const isMine = one !== was && (other === was || (other !== one && choice === 'mine'))
            expect([thing, result.get(thing)]).toEqual([thing, isMine ? one : other])
            if (one !== was && other !== was && one !== other) isDisputed = true
          }
          for (const tag of removed) {
            const [was, one, other] = [before, mine, theirs].map((all) => sheetIn(all, tag))
            const isUntouched = was === one || was === other || one === other
            expect([tag, sheetIn(result, tag)]).toEqual([tag, isUntouched ? '[]' : choice === 'mine' ? one : other])
            if (!isUntouched) isDisputed = true
          }
          if (isDisputed) expect(conflicts.length).toBeGreaterThan(0)
          const areOrdersSame = [own, their].some((edits) => edits.every(({ what }) => what !== 'move'))
          if (!isDisputed && areOrdersSame) expect(conflicts).toEqual([])
        }
      }),
      { numRuns: 600 },
    )
  })

  it('takes the parts of a look one by one where the other side removed the cell', () => {
    const stored = [filled('s0', [[3, 0]])]
    const edit = { sheet: 0, row: 3, column: 0, value: 0 }
    const sides = {
      base: stored,
      mine: edited(stored, 'm', [{ ...edit, what: 'border' }]),
      theirs: edited(stored, 't', [{ ...edit, what: 'gone' }]),
    }

    for (const choice of ['mine', 'theirs'] as const) {
      const { content, conflicts } = merged(sides, choice)
      // Only one side made this border; all else of the cell is gone.
      const left = [...thingsIn(parsed(content))].filter(([thing]) => thing.includes('3,0'))
      expect(left).toEqual([['s0 3,0 border left', '["both","#f00"]']])
      expect(conflicts).toEqual([])
    }
  })

  it('takes rows and columns into account that one side inserted or removed', () => {
    const dense = filled(
      's0',
      [...Array(ROWS * COLUMNS).keys()].map((at) => [Math.floor(at / COLUMNS), at % COLUMNS]),
    )
    const touch = fc.record({ row: fc.nat(ROWS - 1), column: fc.nat(COLUMNS - 1) })
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.nat(ROWS - 2),
        fc.integer({ min: -1, max: 2 }),
        fc.array(touch, { maxLength: 3 }),
        fc.boolean(),
        (isRow, at, count, touched, isMine) => {
          const line = isRow ? at : Math.min(at, COLUMNS - 2)
          const to = (place: number): number | null =>
            place < line ? place : count < 0 && place === line ? null : place + count
          const moved = structuredClone(dense)
          moved.rows = {}
          for (const [row, { cells }] of Object.entries(dense.rows))
            for (const [column, cell] of Object.entries(cells)) {
              const [r, c] = isRow ? [to(Number(row)), Number(column)] : [Number(row), to(Number(column))]
              if (r !== null && c !== null) (moved.rows[r] ??= { cells: {} }).cells[c] = { ...cell }
            }
          const changed = structuredClone(dense)
          for (const { row, column } of touched) {
            const cell = changed.rows[row]?.cells[column]
            if (cell) cell.text = `changed ${row} ${column}`
          }
          const isGone = touched.some(({ row, column }) => to(isRow ? row : column) === null)
          const sides = isMine ? { mine: [moved], theirs: [changed] } : { mine: [changed], theirs: [moved] }

          const { content, conflicts } = merged({ base: [dense], ...sides }, 'mine')

          expect(conflicts.length > 0).toBe(isGone && count < 0)
          if (isGone) return
          const expected = structuredClone(moved)
          for (const { row, column } of touched) {
            const [r, c] = isRow ? [to(row), column] : [row, to(column)]
            const cell = expected.rows[r ?? -1]?.cells[c ?? -1]
            if (cell) cell.text = `changed ${row} ${column}`
          }
          expect(thingsIn(parsed(content))).toEqual(thingsIn([expected]))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('adapts a formula of one side to the rows that the other inserted', () => {
    const cells = (texts: readonly string[]): string =>
      JSON.stringify([
        { name: 'S', rows: Object.fromEntries(texts.map((text, row) => [row, { cells: { 0: { text } } }])) },
      ])
    const before = cells(['10', '20', '30', '40', '=SUM(A1:A4)', ''])
    const mine = cells(['10', '20', '30', '40', '=SUM(A1:A4)', '=A4*$A$2&"A4"'])
    const theirs = cells(['10', 'new', '20', '30', '40', '=SUM(A1:A5)'])

    expect(mergedWorkbooks({ base: before, mine, theirs }, [])).toEqual({
      conflicts: [],
      content: cells(['10', 'new', '20', '30', '40', '=SUM(A1:A5)', '=A5*$A$3&"A4"']).replace(
        ',"6":{"cells":{"0":{"text":',
        ',"6": {"cells": {"0": {"text": ',
      ),
    })
  })

  it('keeps each digit of long numbers, whoever wrote them', () => {
    const [long, longer] = ['12345678901234567890', '12345678901234567891']
    const sheetOf = (first: string, own: string, rest: string): string =>
      `{"sheets":[{"name":"S","rows":{"0":{"cells":{"0":${first},"1":{"text":"a","own":${own}}}}}}],"a":${rest}}`
    const before = sheetOf(long, `{"x":${long},"y":1}`, '1')
    const mine = sheetOf(`{"text":${longer},"style":0}`, `{"x":${longer},"y":1}`, `[${long},1.10]`)
    const theirs = sheetOf(long, `{"x":${long},"y":1.10}`, '1.0')

    const { content, conflicts } = mergedWorkbooks({ base: before, mine, theirs }, [])

    expect(conflicts).toEqual([])
    expect(content?.replaceAll(/\s/g, '')).toBe(
      sheetOf(`{"text":${longer},"style":0}`, `{"x":${longer},"y":1.10}`, `[${long},1.10]`),
    )
  })

  it('keeps both sheets of the same name that both added', () => {
    const [before] = [[filled('s0', [[0, 0]])]]
    const added = (tag: string, text: string): Stored => [
      ...before,
      { ...filled(tag, []), name: 'Nov', tag: 'same', rows: { 0: { cells: { [tag]: { text } } } } },
    ]

    const { content, conflicts } = merged(
      { base: before, mine: added('0', 'mine'), theirs: added('1', 'theirs') },
      'mine',
    )

    expect(conflicts).toEqual([])
    expect(parsed(content)[1]?.rows[0]?.cells).toEqual({ 0: { text: 'mine' }, 1: { text: 'theirs' } })
  })

  it('asks about merged cells of both sides that overlap', () => {
    const before = [filled('s0', [[0, 0]])]
    const withMerges = (merges: string[]) => before.map((sheet) => ({ ...sheet, merges }))
    const sides = { base: before, mine: withMerges(['A1:B2', 'D1:E1']), theirs: withMerges(['B2:C3', 'G1:H1']) }

    const { content, conflicts } = merged(sides, 'mine')

    expect(conflicts).toEqual([{ mine: 'Name of s0!A1:B2', theirs: 'Name of s0!B2:C3' }])
    expect(parsed(content)[0]).toMatchObject({ merges: ['G1:H1', 'A1:B2', 'D1:E1'] })
  })

  it('joins the fields beside the list of sheets', () => {
    const beside = (author: string, note: string): string =>
      JSON.stringify({ author, note, sheets: [filled('s0', [[0, 0]])] })

    const sides = { base: beside('A', 'B'), mine: beside('C', 'B'), theirs: beside('A', 'D') }

    expect(JSON.parse(mergedWorkbooks(sides, []).content ?? '{}')).toMatchObject({ author: 'C', note: 'D' })
  })
})
