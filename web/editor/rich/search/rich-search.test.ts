// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRichDocument } from '../rich-document.ts'
import { matchesIn } from './matches.ts'

const nothing = () => undefined
// Nothing has a place on the screen here.
Element.prototype.scrollIntoView = nothing

function opened(source: string) {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  return page
}

const query = (text: string, wishes: { isCaseSensitive?: boolean; isWholeWord?: boolean } = {}) => ({
  ...{ text, isCaseSensitive: false, isWholeWord: false },
  ...wishes,
})

describe('find', () => {
  it.each([
    ['order', {}, 4],
    ['Order', { isCaseSensitive: true }, 1],
    ['order', { isWholeWord: true }, 3],
    ['订单', { isWholeWord: true }, 2],
    ['a.b', {}, 1],
    ['(x)*', {}, 1],
    ['bold or', {}, 1],
    ['nothing', {}, 0],
  ] as const)('%j with %j is found %i times', (text, wishes, count) => {
    const { editor } = opened(
      'An Order and order_id, **bold** or.\n\n| order | 订单号 |\n| --- | --- |\n| a.b | 新订单 |\n\n```\norder (x)*\n```\n',
    )

    expect(matchesIn(editor.prosemirrorState.doc, query(text, wishes))).toHaveLength(count)
  })

  it('finds what is within a chip, and does not take a chip for a letter', () => {
    const { editor } = opened('See ![order](/order.png) x\n')

    expect(matchesIn(editor.prosemirrorState.doc, query('order')).map(({ inChip }) => inChip)).toEqual([
      { start: 2, end: 7 },
      { start: 10, end: 15 },
    ])
    expect(matchesIn(editor.prosemirrorState.doc, query('\ufffc'))).toHaveLength(0)
  })
})

describe('replace', () => {
  it('puts the words in as they are, and takes all of them back in one step', () => {
    const source = 'An order, ![order](/order.png).\n\n| order |\n| --- |\n| b |\n\n```\norder\n```\n'
    const page = opened(source)
    page.search.look(query('order'))

    expect(page.search.replaceAll('*x*')).toBe(5)

    expect(page.markdown()).toBe('An \\*x\\*, ![*x*](/*x*.png).\n\n| \\*x\\* |\n| --- |\n| b |\n\n```\n*x*\n```\n')
    page.editor.undo()
    expect(page.markdown()).toBe(source)
  })

  it('replaces the current one and goes to the next, also where the new words hold the old ones', () => {
    const page = opened('a a a\n')
    page.search.look(query('a'))

    page.search.replace('aa')
    expect(page.search.found).toEqual({ count: 4, at: 3 })
    page.search.replace('b')

    expect(page.markdown()).toBe('aa b a\n')
    expect(page.search.found).toEqual({ count: 3, at: 3 })
  })

  it('goes around, forwards and backwards', () => {
    const { search } = opened('a a a\n')
    search.look(query('a'))

    const places = [1, 1, 1, -1].map((by) => {
      search.go(by as 1 | -1)
      return search.found.at
    })

    expect(places).toEqual([2, 3, 1, 3])
  })
})
