// @vitest-environment jsdom
import { TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import * as fc from 'fast-check'
import { openMarkdown } from '../../markdown-blocks/session.ts'
import { withCells } from './put-cells.ts'
import { changed, type TableChange } from './table-changes.ts'
import { isShaped } from './table-grid.ts'
import { tablePlace } from './table-place.ts'

/** A page, and the cursor in the cell with this word. */
function opened(source: string, word: string) {
  const page = mountedRich(source)
  const { prosemirrorView: view } = page.editor
  const { tr } = view.state
  view.state.doc.descendants((node, at) => {
    if (node.text === word) tr.setSelection(TextSelection.create(tr.doc, at + word.length))
  })
  view.dispatch(tr)
  return {
    ...page,
    view,
    do(change: TableChange) {
      const transaction = changed(view.state, change)
      if (transaction) view.dispatch(transaction)
      return transaction !== null
    },
    /** Where the cursor is. */
    cell() {
      const { row = -1, column = -1 } = tablePlace(view.state) ?? {}
      return [row, column]
    },
    rows: () =>
      page
        .markdown()
        .trim()
        .split('\n')
        .map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
  }
}

const TABLE = '| a | b | c |\n| --- | :---: | --- |\n| b2 | x | 10 |\n| b10 | y | 9 |\n| | z | |\n'

describe('the bar of a table', () => {
  it.each([
    [{ kind: 'insertColumn', side: 'before' }, ['b2', '', 'x', '10'], [1, 1]],
    [{ kind: 'insertColumn', side: 'after' }, ['b2', 'x', '', '10'], [1, 2]],
    [{ kind: 'moveColumn', by: -1 }, ['x', 'b2', '10'], [1, 0]],
    [{ kind: 'moveColumn', by: 1 }, ['b2', '10', 'x'], [1, 2]],
    [{ kind: 'deleteColumn' }, ['b2', '10'], [1, 1]],
  ] as const)('changes columns: %j', (change, row, cell) => {
    const page = opened(TABLE, 'x')

    expect(page.do(change)).toBe(true)

    expect(page.rows()[2]).toEqual(row)
    expect(page.rows()).toHaveLength(5)
    expect(page.cell()).toEqual(cell)
  })

  it.each([
    [{ kind: 'insertRow', side: 'before' }, ['a', '---', '', 'b2', 'b10', ''], [1, 1]],
    [{ kind: 'insertRow', side: 'after' }, ['a', '---', 'b2', '', 'b10', ''], [2, 1]],
    [{ kind: 'moveRow', by: 1 }, ['a', '---', 'b10', 'b2', ''], [2, 1]],
    [{ kind: 'deleteRow' }, ['a', '---', 'b10', ''], [1, 1]],
  ] as const)('changes rows: %j', (change, firsts, cell) => {
    const page = opened(TABLE, 'x')

    expect(page.do(change)).toBe(true)

    expect(page.rows().map(([first]) => first)).toEqual(firsts)
    expect(page.cell()).toEqual(cell)
  })

  it.each([{ kind: 'insertRow', side: 'before' }, { kind: 'moveRow', by: 1 }, { kind: 'deleteRow' }] as const)(
    'leaves the heading where it is: %j',
    (change) => {
      const page = opened(TABLE, 'b')

      expect(page.do(change)).toBe(false)
    },
  )

  it('moves no row above the heading', () => {
    expect(opened(TABLE, 'x').do({ kind: 'moveRow', by: -1 })).toBe(false)
  })

  it('sorts as people do, empty cells last either way', () => {
    const texts = opened(TABLE, 'b10')
    texts.do({ kind: 'sort', isDescending: false, language: 'en' })
    expect(texts.rows().map(([first]) => first)).toEqual(['a', '---', 'b2', 'b10', ''])
    texts.do({ kind: 'sort', isDescending: true, language: 'en' })
    expect(texts.rows().map(([first]) => first)).toEqual(['a', '---', 'b10', 'b2', ''])

    const numbers = opened(TABLE, '10')
    numbers.do({ kind: 'sort', isDescending: false, language: 'en' })
    expect(numbers.rows().map((row) => row[2])).toEqual(['c', '---', '9', '10', ''])
  })

  it('sorts Chinese by its sound', () => {
    const page = opened('| 名 |\n| --- |\n| 张 |\n| 王 |\n| 李 |\n', '张')

    page.do({ kind: 'sort', isDescending: false, language: 'zh-cn' })

    expect(page.rows().map(([first]) => first)).toEqual(['名', '---', '李', '王', '张'])
  })

  it('gives a column one side, and new rows the same', () => {
    const page = opened(TABLE, '10')

    page.do({ kind: 'align', to: 'right' })
    page.do({ kind: 'insertRow', side: 'after' })

    expect(page.rows()[1]).toEqual(['---', ':---:', '---:'])
    expect(isShaped(tablePlace(page.view.state)?.table ?? page.view.state.doc)).toBe(true)
  })

  it('takes the table away, with one step to bring it back', () => {
    const page = opened(`Before.\n\n${TABLE}\nAfter.\n`, 'x')

    page.do({ kind: 'deleteTable' })
    page.editor.insertInlineContent('here')
    expect(page.markdown()).toBe('Before.\n\nhere\n\nAfter.\n')
    page.editor.undo()
    page.editor.undo()

    expect(page.markdown()).toBe(`Before.\n\n${TABLE}\nAfter.\n`)
  })
})

describe('cells that are pasted', () => {
  const texts = (rows: readonly (readonly string[])[]) =>
    rows.map((row) => row.map((text) => (text === '' ? [] : [{ type: 'text', text, styles: {} } as const])))

  it('spread from the cell with the cursor on, and the table grows by what has no room', () => {
    const page = opened(TABLE, 'y')
    const transaction = withCells(
      page.view.state,
      texts([
        ['1', '2', '3'],
        ['4', '', '6'],
        ['7', '8', '9'],
      ]),
    )
    if (transaction) page.view.dispatch(transaction)

    expect(page.rows()).toEqual([
      ['a', 'b', 'c', ''],
      ['---', ':---:', '---', '---'],
      ['b2', 'x', '10', ''],
      ['b10', '1', '2', '3'],
      ['', '4', '', '6'],
      ['', '7', '8', '9'],
    ])
    expect(page.cell()).toEqual([4, 3])
    page.editor.undo()
    expect(page.markdown()).toBe(TABLE)
  })
})

it('whatever is done with a table, it stays one that is read again as it was written', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constantFrom('insertColumn', 'insertRow'), side: fc.constantFrom('before', 'after') }),
    fc.record({ kind: fc.constantFrom('moveColumn', 'moveRow'), by: fc.constantFrom(-1, 1) }),
    fc.record({ kind: fc.constantFrom('deleteColumn', 'deleteRow') }),
    fc.record({ kind: fc.constant('align'), to: fc.constantFrom('left', 'center', 'right') }),
    fc.record({ kind: fc.constant('sort'), isDescending: fc.boolean(), language: fc.constant('en') }),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const page = opened(TABLE, 'x')
      for (const one of changes) page.do(one)

      const table = tablePlace(page.view.state)?.table
      expect(table && isShaped(table)).toBe(true)
      const [again, ...others] = openMarkdown(page.markdown()).blocks
      expect(others).toEqual([])
      expect(again?.type).toBe('table')
      page.editor.unmount()
    }),
    { numRuns: 12 },
  )
})
