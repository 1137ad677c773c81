import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commentLimits } from './limits.ts'
import { lettersIn, lettersOf, mostPassagesIn, passageIn, type Anchor } from './passage.ts'
import { lettersOfHtml, textOfHtml } from './views.ts'

const PAGE = 'Refunds take two days. Transfers take two days as well. Ask the bank when they take longer than a week.'
const anchorAt = (text: string, quote: string, from = text.indexOf(quote)): Anchor => ({
  quote,
  before: text.slice(Math.max(0, from - 80), from),
  after: text.slice(from + quote.length, from + quote.length + 80),
})
const found = (page: string, anchor: Anchor): string => {
  const letters = lettersOf(page)
  const { state, from, to } = passageIn(letters, anchor)
  const [first, last] = [letters.places[from], letters.places[to - 1]]
  return state === 'gone' || first === undefined || last === undefined
    ? state
    : `${state}: ${page.slice(first, last + 1)}`
}

describe('the passage of a comment', () => {
  it('is found again when the page changes around it', () => {
    const anchor = anchorAt(PAGE, 'Transfers take two days')

    expect(found(`New first line.\n\n${PAGE.replace('Refunds', 'All refunds')}`, anchor)).toBe(
      'there: Transfers take two days',
    )
  })

  it('is found again whatever spaces and marks of markup are between its letters', () => {
    const anchor = anchorAt(PAGE, 'Transfers take two days')

    expect(found(PAGE.replace('take two', '*take*\n  two'), anchor)).toMatch(/^there: /)
  })

  it('is the one that stands where it stood, of several with the same words', () => {
    expect(found(PAGE, anchorAt(PAGE, 'take two days', PAGE.lastIndexOf('take two days')))).toBe('there: take two days')
    const { from } = passageIn(lettersOf(PAGE), anchorAt(PAGE, 'take two days', PAGE.lastIndexOf('take two days')))
    expect(from).toBe(lettersOf(PAGE).text.lastIndexOf('taketwodays'))
  })

  it('is said to be changed when other words stand in its place, and to be gone with what stood around it', () => {
    const anchor = anchorAt(PAGE, 'Transfers take two days')

    expect(found(PAGE.replace('Transfers take two days', 'Cards need an hour'), anchor)).toBe(
      'changed: Cards need an hour',
    )
    expect(found('Something else altogether.', anchor)).toBe('gone')
    expect(found(PAGE.replace('Transfers take two days as well. ', ''), anchor)).toBe('gone')
  })

  it('is said to be changed when words come into it at the beginning of a page, or with what stood around it', () => {
    const page = '退款需要两个工作日到账。如果超过三天没有到账，请联系银行。'

    expect(found(page.replace('需要', '需要大约'), anchorAt(page, '退款需要两个工作日'))).toBe(
      'changed: 退款需要大约两个工作日',
    )
    expect(
      found('Every transfer takes two days. Call the bank.', anchorAt(PAGE, 'Transfers take two days as well')),
    ).toBe('gone')
    expect(
      found('Some transfers take about two days as well, or so.', anchorAt(PAGE, 'Transfers take two days as well')),
    ).toBe('changed: transfers take about two days as well')
  })

  it('is found in Chinese', () => {
    const page = '退款需要两天，转账也需要两天。如果超过一周，请联系银行。'

    expect(found(`说明：${page}`, anchorAt(page, '转账也需要两天'))).toBe('there: 转账也需要两天')
  })

  it('is looked for in the same letters on the server and in the browser, for every character there is', () => {
    const AT_ONCE = 0x10_00
    for (let first = 0; first <= 0x10_ff_ff; first += AT_ONCE) {
      const text = Array.from({ length: AT_ONCE }, (_, at) => `a${String.fromCodePoint(first + at)}b`).join('')
      if (lettersIn(text) !== lettersOf(text).text) expect.fail(`from U+${first.toString(16)}`)
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lettersIn(text)).toBe(lettersOf(text).text)
      }),
    )
    expect(lettersIn('ΟΔΟΣ, Straße: İ 7')).toBe(lettersOf('ΟΔΟΣ, Straße: İ 7').text)
  })

  it('is looked for in all letters of a long page, which is read in pieces', async () => {
    const line = (number: number) => `<p title="a > b">Line ${number} of <em>many</em> &amp; more</p>\n`
    const html = Array.from({ length: 6_000 }, (_, at) => line(at)).join('')

    expect(html.length).toBeGreaterThan(250_000)
    expect((await lettersOfHtml(html)).text).toBe(lettersOf(textOfHtml(html)).text)
  })

  it('is never said to be gone while its words are there', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(text, text, text, text, (before, quote, after, more) => {
        const anchor = anchorAt(before + quote + after, quote, before.length)
        // Joining characters may change which letters they form.
        fc.pre(lettersOf(`${more} ${before} ${quote} ${after}`).text.includes(lettersOf(quote).text))
        fc.pre(lettersOf(quote).text !== '')

        expect(passageIn(lettersOf(`${more} ${before} ${quote} ${after}`), anchor).state).toBe('there')
      }),
    )
  })

  it('is looked for in what readers see of a page', () => {
    expect(textOfHtml('<p>A &amp; <b>B</b> &#20013;&#x6587; &lt;x&gt;</p>')).toBe('A & B 中文 <x>')
  })
})

it('all passages of short pages are searched, and few of the longest ones', () => {
  const most = (length: number) => mostPassagesIn({ text: 'a'.repeat(length) })

  expect(most(19_000)).toBeGreaterThanOrEqual(commentLimits.perPage)
  expect(most(2_000_000)).toBeLessThan(11)
  expect(most(4_000_000)).toBeGreaterThan(0)
})
