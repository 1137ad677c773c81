// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { placesOf } from './expression.ts'
import type { Order, Result } from './expression-worker.ts'
import { matchesIn } from './matches.ts'

const nothing = () => undefined
// Nothing has a place on the screen here.
Element.prototype.scrollIntoView = nothing

const query = (text: string, wishes: { isCaseSensitive?: boolean; isWholeWord?: boolean } = {}) => ({
  ...{ text, isCaseSensitive: false, isWholeWord: false, isExpression: false },
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
    const { editor } = mountedRich(
      'An Order and order_id, **bold** or.\n\n| order | 订单号 |\n| --- | --- |\n| a.b | 新订单 |\n\n```\norder (x)*\n```\n',
    )

    expect(matchesIn(editor.prosemirrorState.doc, query(text, wishes))).toHaveLength(count)
  })

  it('finds what is within a chip, and does not take a chip for a letter', () => {
    const { editor } = mountedRich('See ![order](/order.png) x\n')

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
    const page = mountedRich(source)
    page.search.look(query('order'))

    const replaced: number[] = []
    page.search.replaceAll('*x*', (count) => replaced.push(count))
    expect(replaced).toEqual([5])

    expect(page.markdown()).toBe('An \\*x\\*, ![*x*](/*x*.png).\n\n| \\*x\\* |\n| --- |\n| b |\n\n```\n*x*\n```\n')
    page.editor.undo()
    expect(page.markdown()).toBe(source)
  })

  it('replaces the current one and goes to the next, also where the new words hold the old ones', () => {
    const page = mountedRich('a a a\n')
    page.search.look(query('a'))

    page.search.replace('aa')
    expect(page.search.found).toEqual({ count: 4, at: 3 })
    page.search.replace('b')

    expect(page.markdown()).toBe('aa b a\n')
    expect(page.search.found).toEqual({ count: 3, at: 3 })
  })

  it('goes around, forwards and backwards', () => {
    const { search } = mountedRich('a a a\n')
    search.look(query('a'))

    const places = [1, 1, 1, -1].map((by) => {
      search.go(by as 1 | -1)
      return search.found.at
    })

    expect(places).toEqual([2, 3, 1, 3])
  })
})

/** Answers as the worker does, once it is told to. */
function stubWorker() {
  const due: (() => void)[] = []
  class Stub extends EventTarget {
    postMessage({ id, texts, query: asked, most }: Order): void {
      const data: Result = { id, places: placesOf(texts, asked, most) }
      due.push(() => this.dispatchEvent(new MessageEvent('message', { data })))
    }
    readonly terminate = nothing
  }
  vi.stubGlobal('Worker', Stub)
  onTestFinished(() => void vi.unstubAllGlobals())
  return async () => {
    for (const answer of due.splice(0)) answer()
    await Promise.resolve()
    await Promise.resolve()
  }
}
const expression = (text: string) => ({ ...query(text), isExpression: true })

describe('a regular expression', () => {
  it('is found in text, cells, code and chips, and its groups are put in', async () => {
    const answer = stubWorker()
    const page = mountedRich('An order-1, ![order-2](/x.png).\n\n| order-3 |\n| --- |\n| b |\n\n```\norder-4\n```\n')
    page.search.look(expression(String.raw`order-(\d)`))
    await answer()
    expect(page.search.found).toEqual({ count: 4, at: 1 })

    const replaced: number[] = []
    page.search.replaceAll('$1.', (count) => replaced.push(count))
    await answer()

    expect(replaced).toEqual([4])
    expect(page.markdown()).toBe('An 1., ![2.](/x.png).\n\n| 3. |\n| --- |\n| b |\n\n```\n4.\n```\n')
  })

  it('is looked for again before the next one is replaced in a text that has changed', async () => {
    const answer = stubWorker()
    const page = mountedRich('a1 a2\n')
    page.search.look(expression(String.raw`a\d`))
    await answer()
    page.editor.transact((transaction) => transaction.insertText(' a3', 8))

    page.search.replace('x')
    await answer()
    await answer()

    expect(page.markdown()).toBe('x a2 a3\n')
    expect(page.search.found).toEqual({ count: 2, at: 1 })
  })

  it('says that its script could not be loaded', async () => {
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        readonly postMessage = () => void this.dispatchEvent(new Event('error'))
        readonly terminate = nothing
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    const page = mountedRich('a\n')
    page.search.look(expression('a'))
    await Promise.resolve()

    expect(page.search.found).toEqual({ count: 0, at: 0, reason: 'unloaded' })
  })

  it('says that it is wrong', () => {
    const page = mountedRich('a\n')

    page.search.look(expression('(a'))

    expect(page.search.found).toEqual({ count: 0, at: 0, reason: 'wrong' })
  })
})
