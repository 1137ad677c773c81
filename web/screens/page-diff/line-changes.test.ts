import { describe, expect, it } from 'vitest'
import { lineChanges, type DiffLine } from './line-changes.ts'

const textOf = (line: DiffLine | null) => line && `${line.number} ${line.parts.map(({ text }) => text).join('')}`
const changedIn = (line: DiffLine | null | undefined) =>
  (line?.parts ?? []).filter(({ isChanged }) => isChanged).map(({ text }) => text)

describe('comparing two texts', () => {
  it('[HIST-09] puts lines beside each other that belong together', () => {
    const rows = lineChanges('one\ntwo\nthree\n', 'one\n2\nthree\nfour') ?? []

    expect(rows.map(({ kind, before, after }) => [kind, textOf(before), textOf(after)])).toEqual([
      ['same', '1 one', '1 one'],
      ['changed', '2 two', '2 2'],
      ['same', '3 three', '3 three'],
      ['added', null, '4 four'],
    ])
  })

  it('marks the words that changed', () => {
    const [row] = lineChanges('the quick fox', 'the slow fox') ?? []

    expect([changedIn(row?.before), changedIn(row?.after)]).toEqual([['quick'], ['slow']])
  })

  it('marks changed words in Chinese, not whole sentences', () => {
    const [row] = lineChanges('根据用户查询信息', '根据订单查询信息') ?? []

    expect([changedIn(row?.before), changedIn(row?.after)]).toEqual([['用户'], ['订单']])
  })

  it('finds nothing to show between equal texts', () => {
    expect((lineChanges('a\nb', 'a\nb') ?? []).filter(({ kind }) => kind !== 'same')).toEqual([])
  })
})
