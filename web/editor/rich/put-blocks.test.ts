// @vitest-environment jsdom
import { CellSelection } from 'prosemirror-tables'
import { TextSelection, type Transaction } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { mountedRich, mountedRichAt } from '#tests/support/mounted-rich.ts'
import { openMarkdown } from '../markdown-blocks/session.ts'
import { putBlocks } from './put-blocks.ts'

const blocksOf = (markdown: string) => openMarkdown(markdown).blocks

/** The text after this was put behind a word, and `!` was typed. */
function putAt(source: string, word: string, markdown: string): string {
  const page = mountedRichAt(source, word)
  putBlocks(page.editor, blocksOf(markdown))
  page.editor.transact((transaction) => transaction.insertText('!'))
  return page.markdown()
}

const endOf = ({ doc }: Transaction, word: string): number => {
  let end = -1
  doc.descendants((node, at) => {
    const within = node.isText ? (node.text ?? '').indexOf(word) : -1
    if (within >= 0) end = at + within + word.length
  })
  return end
}

const WORDS = 'one'
const LINES = 'one\n\ntwo'
const LIST = 'one\n\n- two\n'

describe('blocks that are put', () => {
  it.each([
    ['a word into a line', 'before after\n', 'before', WORDS, 'beforeone! after\n'],
    ['paragraphs into a line', 'before after\n', 'before', LINES, 'beforeone\n\ntwo! after\n'],
    ['a list into a line', 'before after\n', 'before', LIST, 'beforeone\n\n- two\n\n! after\n'],
    ['a word into a heading', '# before after\n', 'before', WORDS, '# beforeone! after\n'],
    ['paragraphs into a heading', '# before after\n', 'before', LINES, '# beforeone\n\ntwo! after\n'],
    ['paragraphs at the end of an item', '- before\n- after\n', 'before', LINES, '- beforeone\n\ntwo!\n\n- after\n'],
    ['a word into an item', '- before after\n', 'before', WORDS, '- beforeone! after\n'],
    [
      'paragraphs into a cell',
      '| a |\n| --- |\n| before after |\n',
      'before',
      LINES,
      '| a |\n| --- |\n| beforeone<br>two! after |\n',
    ],
    ['paragraphs into code', '```\nbefore after\n```\n', 'before', LINES, '```\nbeforeone\ntwo! after\n```\n'],
    ['a word into a quote', '> before after\n', 'before', WORDS, '> beforeone! after\n'],
  ])('as %s', (_, source, word, put, markdown) => {
    expect(putAt(source, word, put)).toBe(markdown)
  })

  it.each([
    ['> before after\n\nbelow\n', LINES],
    ['- before after\n- below\n', LINES],
    ['1. before after\n2. below\n', LIST],
    ['- [ ] before after\n', '# one\n\ntwo\n'],
    ['# before after\n', '```\none\ntwo\n```\n'],
    ['- outer\n  - before after\n  - below\n', LIST],
  ])('keep all words in their order in %j', (source, put) => {
    const words = putAt(source, 'before', put)
      .match(/\w+|!/g)
      ?.filter((word) => word !== 'x' && !/^\d+$/.test(word))

    expect(words?.join(' ')).toMatch(/^(?:outer )?before ?one two ! after(?: below)?$/)
  })

  it('take the place of a selection over two blocks', () => {
    const page = mountedRich('one two\n\nthree\n\nfour five\n')
    page.editor.transact((transaction) =>
      transaction.setSelection(
        TextSelection.create(transaction.doc, endOf(transaction, 'one'), endOf(transaction, 'four')),
      ),
    )
    putBlocks(page.editor, blocksOf('A\n\nB\n'))

    expect(page.markdown()).toBe('oneA\n\nB five\n')
  })

  it('take the place of what several selected cells hold', () => {
    const page = mountedRich('| a | b |\n| --- | --- |\n| one | two |\n| three | four |\n')
    page.editor.transact((transaction) => {
      const cells: number[] = []
      transaction.doc.descendants((node, at) => void (/^table(?:Cell|Header)$/.test(node.type.name) && cells.push(at)))
      transaction.setSelection(CellSelection.create(transaction.doc, cells[2] ?? 0, cells[5]))
    })
    putBlocks(page.editor, blocksOf('A\n\nB\n'))

    expect(page.markdown()).toBe('| a | b |\n| --- | --- |\n| A<br>B | |\n| | |\n')
  })
})
