import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from '../read-workbook.ts'
import { emptySheets } from '../sheet-json.ts'
import { placeOf, PLAIN } from '../workbook.ts'
import { EditedWorkbook } from './edited-workbook.ts'
import { frameMessage } from './frame-messages.ts'

const changed = (sheets: unknown, order: unknown = ['given-0']): unknown => ({ kind: 'changed', sheets, order })
const cell = (row: number, column: number, text: string, style: object | null = PLAIN, origin: unknown = null) => ({
  ...{ row, column, text, style, origin },
})
/** The content after this message of the frame. */
function after(content: string, ...said: unknown[]): string {
  const workbook = new EditedWorkbook(content)
  workbook.given()
  for (const one of said) {
    const message = frameMessage(one)
    if (message?.kind === 'changed') workbook.take(message.sheets, message.order)
    if (message?.kind === 'typing') workbook.type(message.cell)
  }
  return workbook.content()
}
const CONTENT = '[ {"name":"S","rows":{"0":{"cells":{"0":{"text":"a","own":1},"1":{"text":"b"}}}}} ]'

describe('messages of the frame', () => {
  it('change the content, and keep everything else', () => {
    expect(after(CONTENT, changed([{ id: 'given-0', cells: [cell(0, 0, 'x', PLAIN, 0)], layout: null }]))).toBe(
      CONTENT.replace('"a"', '"x"'),
    )
    expect(after(CONTENT, changed([{ id: 'given-0', cells: [cell(0, 1, '', null)], layout: null }]))).toBe(
      CONTENT.replace(',"1":{"text":"b"}', ''),
    )
    expect(after(CONTENT, changed([{ id: 'given-0', cells: [], layout: null }]))).toBe(CONTENT)
  })

  it('[SHEET-10] report a cell that is being typed from its first character on, and only while it is being typed', () => {
    const typing = (row: number, column: number, text: string) => ({
      kind: 'typing',
      cell: { id: 'given-0', row, column, text },
    })

    expect(after(CONTENT, typing(0, 0, 'x'))).toBe(CONTENT.replace('"a"', '"x"'))
    expect(after(CONTENT, typing(4, 0, '你'))).toBe(
      CONTENT.replace('"b"}}}', '"b"}}}, "4": {"cells": {"0": {"text":"你"}}}'),
    )
    expect(after(CONTENT, typing(0, 0, 'x'), { kind: 'typing', cell: null })).toBe(CONTENT)
    expect(after(CONTENT, typing(4, 0, ''))).toBe(CONTENT)
    for (const cell of [
      {},
      { id: 'given-0', row: -1, column: 0, text: 'x' },
      { id: 'other', row: 0, column: 0, text: 'x' },
    ])
      expect(after(CONTENT, { kind: 'typing', cell })).toBe(CONTENT)
  })

  it('keep the cell that is being typed when the frame is restarted', () => {
    const workbook = new EditedWorkbook(CONTENT)
    workbook.given()
    workbook.type({ id: 'given-0', row: 0, column: 0, text: 'half' })

    expect(workbook.given()[0]?.cells[0]?.text).toBe('half')
    expect(workbook.content()).toBe(CONTENT.replace('"a"', '"half"'))
  })

  it('add and remove sheets', () => {
    const layout = { name: 'New', merges: [], widths: [[0, 50]], heights: [], frozen: { rows: 1, columns: 0 } }
    const content = after(CONTENT, changed([{ id: 'other', cells: [cell(1, 1, '=A1')], layout }], ['other', 'given-0']))
    const [first, second] = readWorkbook(content).sheets

    expect(first).toMatchObject({ name: 'New', widths: new Map([[0, 50]]), frozen: { rows: 1, columns: 0 } })
    expect(first?.cells.get(placeOf(1, 1))?.text).toBe('=A1')
    expect(second?.name).toBe('S')
    expect(content).toContain(CONTENT.slice(2, -2))
  })

  it('hide and show sheets, rows and columns', () => {
    const layout = { name: 'S', merges: [], widths: [], heights: [], frozen: { rows: 0, columns: 0 } }
    const hide = (hidden: unknown) => changed([{ id: 'given-0', cells: [], layout: { ...layout, hidden } }])
    const content = after(CONTENT, hide({ isSheet: true, rows: [0, 4, 1e9, 'x'], columns: [2, -1] }))

    expect(readWorkbook(content).sheets[0]?.hidden).toEqual({
      isSheet: true,
      rows: new Set([0, 4]),
      columns: new Set([2]),
    })
    expect(new EditedWorkbook(content).given()[0]?.hidden).toEqual({ isSheet: true, rows: [0, 4], columns: [2] })
    const shown = after(content, hide({ isSheet: false, rows: [], columns: [] }))
    expect(readWorkbook(shown).sheets[0]?.hidden).toEqual(readWorkbook(CONTENT).sheets[0]?.hidden)
    expect(shown).not.toContain('hide')
  })

  it('still apply in a frame that is opened again', () => {
    const workbook = new EditedWorkbook(CONTENT)
    workbook.given()
    const message = frameMessage(changed([{ id: 'given-0', cells: [cell(5, 5, 'new')], layout: null }]))
    if (message?.kind === 'changed') workbook.take(message.sheets, message.order)

    expect(workbook.given()[0]?.cells.map(({ text, origin }) => [text, origin])).toEqual([
      ['a', 0],
      ['b', 1],
      ['new', null],
    ])
  })

  it.each([
    ['nothing', null],
    ['a word', 'changed'],
    ['no order', { kind: 'changed', sheets: [] }],
    ['another kind', { kind: 'eval', code: '1' }],
    ['an id that is none', { kind: 'settled', id: '1' }],
  ])('are ignored when one is %s', (_, data) => expect(frameMessage(data)).toBeNull())

  it('can contain nothing but texts, styles and numbers', () => {
    const hostile = changed([
      {
        id: 'given-0',
        cells: [
          cell(-1, 0, 'x'),
          cell(0, 1e9, 'x'),
          { row: 0, column: 2, text: { toString: 'x' } },
          cell(0, 3, 'x'.repeat(100_000), {
            color: 'url(https://elsewhere.test)',
            background: 'red;}',
            fontName: '"><b>',
            format: '\u0000',
          }),
        ],
        layout: {
          name: '',
          merges: [{ top: 0, left: 0, bottom: 1e9, right: 1 }, 7],
          widths: [[0, -1], 'x'],
          frozen: null,
        },
      },
    ])
    const [sheet] = readWorkbook(after(CONTENT, hostile)).sheets

    expect(sheet?.merges).toEqual([])
    expect([...(sheet?.cells.keys() ?? [])]).toEqual([0, 1, 3])
    expect(sheet?.cells.get(3)?.text).toHaveLength(100_000)
    expect(sheet?.cells.get(3)?.style).toEqual(PLAIN)
  })

  it('keep every sheet, the last column and texts of any length, and say what cannot be kept', () => {
    const layout = { name: 'New', merges: [], widths: [], heights: [], frozen: { rows: 0, columns: 0 } }
    const ids = ['given-0', ...Array.from({ length: 80 }, (_, at) => `new-${at}`)]
    const sheets = ids.slice(1).map((id) => ({ id, cells: [cell(0, 0, id)], layout: { ...layout, name: id } }))
    const content = after(
      CONTENT,
      changed([{ id: 'given-0', cells: [cell(0, 16_383, 'last')], layout: null }, ...sheets], ids),
    )

    expect(readWorkbook(content).sheets.map(({ name }) => name)).toEqual(['S', ...ids.slice(1)])
    expect(readWorkbook(content).sheets[0]?.cells.get(placeOf(0, 16_383))?.text).toBe('last')
    expect(readWorkbook(content).isCut).toBe(false)
    for (const [row, column, text, isBeyond] of [
      [0, 16_384, 'x', true],
      [100_000, 0, 'x', true],
      [100_000, 0, '', false],
      [0, 0, 'x', false],
    ] as const)
      expect(frameMessage(changed([{ id: 'given-0', cells: [cell(row, column, text)], layout: null }]))).toMatchObject({
        isBeyond,
      })
  })

  it('always leave valid JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.array(fc.anything()), (cells, rest) => {
        const said = changed([{ id: 'given-0', cells, layout: null }, ...rest], ['given-0', ...rest])
        const content = after(emptySheets(), said)
        expect(readWorkbook(content).isWhole).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

it('[CONST-28] a sheet without a size has 500 rows, and more only when needed', () => {
  const [named, long] = new EditedWorkbook(
    JSON.stringify([{ name: 'New' }, { name: 'Long', rows: { 599: { cells: { 0: { text: 'the last' } } } } }]),
  ).given()

  expect([named?.rowCount, long?.rowCount]).toEqual([500, 600])
})
