import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonOf, type DiffLine, type Entry } from './comparison.ts'
import { cellsOf, piecesOf } from './pieces.ts'
import type { ComparedCell } from './table-changes.ts'

const PATIENT = { linesMs: 60_000, isOver: () => false }
const compared = (before: string, after: string) => {
  const comparison = comparisonOf(before, after, PATIENT)
  if (!comparison) throw new Error('it took too long')
  return comparison
}
const entriesOf = (before: string, after: string) => compared(before, after).entries
const textOf = (line: DiffLine | null) => line && `${line.number} ${line.parts.map(({ text }) => text).join('')}`
const rowsOf = (before: string, after: string) =>
  entriesOf(before, after).map((entry) =>
    entry.of === 'row' ? [entry.row.kind, textOf(entry.row.before), textOf(entry.row.after)] : [entry.of],
  )
const marksIn = (entry: Entry | undefined) => {
  if (entry?.of !== 'row') throw new Error('this is no line')
  return [entry.row.before, entry.row.after].map((line) =>
    (line?.parts ?? []).filter(({ isChanged }) => isChanged).map(({ text }) => text),
  )
}

describe('comparing two texts line by line', () => {
  it('[HIST-09] puts corresponding lines beside each other', () => {
    expect(rowsOf('one\nthe second line\nthree\n', 'one\nthe 2nd line\nthree\nfour')).toEqual([
      ['same', '1 one', '1 one'],
      ['changed', '2 the second line', '2 the 2nd line'],
      ['same', '3 three', '3 three'],
      ['added', null, '4 four'],
    ])
  })

  it('[HIST-09] pairs a changed line with its new version, not with the line before it', () => {
    expect(rowsOf('The token is valid for an hour.', 'Brand new.\nThe token is valid for a day.')).toEqual([
      ['added', null, '1 Brand new.'],
      ['changed', '1 The token is valid for an hour.', '2 The token is valid for a day.'],
    ])
  })

  it('[HIST-09] marks the words that changed', () => {
    expect(marksIn(entriesOf('the quick fox', 'the slow fox')[0])).toEqual([['quick'], ['slow']])
  })

  it('[HIST-09] marks changed words in Chinese, not whole sentences', () => {
    expect(marksIn(entriesOf('根据用户查询信息', '根据订单查询信息')[0])).toEqual([['用户'], ['订单']])
  })

  it('[HIST-09] puts a line beside the one that continues it, however long', () => {
    const row = entriesOf('Intro', 'Intro changed text and much more than stood here before')[0]
    expect(marksIn(row)[0]).toEqual([])
    expect(entriesOf('介绍', '介绍：本接口用于查询订单的支付状态与退款记录')).toHaveLength(1)
  })

  it('finds no changes between equal texts with different line endings', () => {
    expect(compared('a\nb', 'a\nb').changes).toBe(0)
    expect(compared('a\r\nb\r\n', 'a\nb').changes).toBe(0)
    expect(compared('', '').changes).toBe(0)
  })

  it('[HIST-09] collapses long unchanged parts, and counts the changes', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
    const changed = lines.with(0, 'first of all').with(20, 'line twenty-one')

    const { entries, changes } = compared(lines.join('\n'), changed.join('\n'))

    expect(changes).toBe(2)
    expect(entries.filter(({ of }) => of === 'gap')).toEqual([
      { of: 'gap', before: 5, after: 5, lines: 13 },
      { of: 'gap', before: 25, after: 25, lines: 6 },
    ])
    const begins = entries.flatMap((entry) => (entry.of === 'row' && entry.change !== null ? [entry.change] : []))
    expect(begins).toEqual([1, 2])
  })

  it('reports that it gives up instead of blocking the browser', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}`).join('\n')

    expect(comparisonOf(text('before'), text('after'), { linesMs: 0, isOver: () => true })).toBeNull()
  })

  it('does not mark words after its time limit', () => {
    const comparison = comparisonOf('the quick fox', 'the slow fox', { ...PATIENT, isOver: () => true })

    expect(comparison?.changes).toBe(1)
    expect(marksIn(comparison?.entries[0])).toEqual([[], []])
  })

  it('[HIST-09] loses no line of either text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'common line', '| x | y |', '|---|---|', '| 1 | 2 |', '```', ''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rebuilt = { before: 0, after: 0 }
        for (const entry of entriesOf(before.join('\n'), after.join('\n'))) {
          if (entry.of === 'gap') {
            rebuilt.before += entry.lines
            rebuilt.after += entry.lines
          } else if (entry.of === 'row') {
            rebuilt.before += entry.row.before ? 1 : 0
            rebuilt.after += entry.row.after ? 1 : 0
          } else {
            rebuilt.before += 2 + entry.table.rows.filter(({ kind }) => kind !== 'added').length
            rebuilt.after += 2 + entry.table.rows.filter(({ kind }) => kind !== 'removed').length
          }
        }
        const linesIn = (lines: readonly string[]) => lines.join('\n').replace(/\n$/, '').split('\n').length
        expect(rebuilt).toEqual({ before: linesIn(before), after: linesIn(after) })
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

describe('comparing tables', () => {
  const table = (...rows: readonly string[]) => rows.join('\n')
  const HEAD = ['| name | type |', '|---|---|']
  const tableIn = (before: string, after: string) => {
    const found = entriesOf(before, after).find((entry) => entry.of === 'table')
    if (!found) throw new Error('no table was compared')
    return found.table
  }
  const plain = ({ kind, before, after }: ComparedCell) => {
    const text = (parts: typeof before) => parts?.map((part) => part.text).join('') ?? null
    return kind === 'same' ? text(before) : [kind, text(before), text(after)]
  }

  it('[HIST-09] marks the cells that changed, and the words in them', () => {
    const { head, rows } = tableIn(
      table(...HEAD, '| userId | the old int |', '| name | text |'),
      table(...HEAD, '| userId | the new int |', '| name | text |'),
    )

    expect(head.map(plain)).toEqual(['name', 'type'])
    expect(rows.map(({ kind, cells }) => [kind, ...cells.map(plain)])).toEqual([
      ['changed', 'userId', ['changed', 'the old int', 'the new int']],
      ['same', 'name', 'text'],
    ])
    expect(rows[0]?.cells[1]?.after?.filter(({ isChanged }) => isChanged)).toEqual([{ text: 'new', isChanged: true }])
  })

  it('[HIST-09] marks added and deleted rows', () => {
    const { rows } = tableIn(
      table(...HEAD, '| userId | int |', '| mail | text |'),
      table(...HEAD, '| userId | int |', '| phone | x |'),
    )

    expect(rows.map(({ kind, cells }) => [kind, ...cells.map(plain)])).toEqual([
      ['same', 'userId', 'int'],
      ['removed', ['removed', 'mail', null], ['removed', 'text', null]],
      ['added', ['added', null, 'phone'], ['added', null, 'x']],
    ])
  })

  it('[HIST-09] marks added columns, without marking every row as changed', () => {
    const { head, rows } = tableIn(
      table(...HEAD, '| userId | int |', '| name | text |'),
      table('| name | required | type |', '|---|---|---|', '| userId | yes | int |', '| name | no | varchar |'),
    )

    expect(head.map(plain)).toEqual(['name', ['added', null, 'required'], 'type'])
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed'])
  })

  it('marks a renamed column', () => {
    const { head } = tableIn(
      table(...HEAD, '| userId | int |'),
      table('| field | type |', '|---|---|', '| userId | int |'),
    )

    expect(head.map(plain)).toEqual([['changed', 'name', 'field'], 'type'])
  })

  it('shows unchanged tables as text, and code that looks like a table too', () => {
    const same = table(...HEAD, '| userId | int |')
    const code = (type: string) => table('```', ...HEAD, `| userId | ${type} |`, '```')

    expect(entriesOf(`${same}\n\nold`, `${same}\n\nnew`).every(({ of }) => of !== 'table')).toBe(true)
    expect(entriesOf(code('int'), code('text')).every(({ of }) => of !== 'table')).toBe(true)
  })

  it('reads rows of any length', () => {
    expect(cellsOf('|'.repeat(200_001))).toHaveLength(200_000)
    // Almost the line below the head of a table.
    expect(piecesOf(`a | b\n-${' '.repeat(400_000)}x`).map(({ kind }) => kind)).toEqual(['line', 'line'])
  })

  it('reads cells as markdown does', () => {
    expect(cellsOf('| a \\| b |  | c')).toEqual(['a | b', '', 'c'])
    const rows = ['', '|', '||', '\\|', 'a|', 'a\\|', '|a||']
    expect(rows.map((row) => cellsOf(row).join(';'))).toEqual(['', '', '', '|', 'a', 'a|', 'a;'])
    expect(piecesOf('a | b\n--|--\n1 | 2\n\ntext').map(({ kind, number }) => [kind, number])).toEqual([
      ['table', 1],
      ['line', 4],
      ['line', 5],
    ])
  })
})
