import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { MarkdownRenderer } from './markdown-renderer.ts'

const renderer = new MarkdownRenderer()
const { DOMParser } = new JSDOM().window

async function rendered(head: readonly string[], rows: readonly (readonly string[])[]): Promise<HTMLElement> {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const { html } = await renderer.render(lines.join('\n'))
  return new DOMParser().parseFromString(html, 'text/html').body
}
const classesIn = async (head: string, ...texts: readonly string[]): Promise<readonly string[]> => {
  const body = await rendered(
    [head, 'b'],
    texts.map((text) => [text, '-']),
  )
  return [...body.querySelectorAll('tr > :first-child')].map(({ className }) => className)
}

describe('the width of a column', () => {
  it.each([
    ['numbers', '1', '20', '-3.5'],
    ['types', 'varchar(255)', 'bigint(20) unsigned', 'decimal(10,2)'],
    ['names', 'contact_mobile_number', 'id', ''],
    ['marks', '是', '否', '必填'],
  ])('is minimal for %s, which stay on one line', async (head, ...texts) => {
    expect(await classesIn(head, ...texts)).toEqual(['', ...texts.map(() => 'cell-value')])
  })

  it('is as large as its longest text needs', async () => {
    expect(await classesIn('h', '用户在注册时填写的名称', '1')).toEqual(['cell-text', 'cell-text', 'cell-text'])
    expect(await classesIn('h', '用户在注册时填写的名称'.repeat(3))).toEqual(['cell-wide', 'cell-wide'])
    expect(await classesIn('h', '用户在注册时填写的名称'.repeat(6))).toEqual(['cell-widest', 'cell-widest'])
  })

  it('is larger for a long heading above short marks', async () => {
    expect(await classesIn('该字段在业务上是否允许为空', '是')).toEqual(['cell-text', 'cell-value'])
  })

  it('does not grow with hashes and addresses, which break anywhere, unlike other words', async () => {
    const hash = '9f86d081884c7d659a2feaa0c55ad015'
    expect(await classesIn('h', hash, 'a sentence of more than twenty signs')).toEqual([
      'cell-text',
      'cell-text cell-long',
      'cell-text',
    ])
  })
})

it('marks large tables, and no small ones', async () => {
  const isLarge = async (columns: number, rows: number) =>
    (
      await rendered(
        Array.from({ length: columns }, () => 'a'),
        Array.from({ length: rows }, () => ['b']),
      )
    ).querySelector('.table-large > .table-scroll > table') !== null

  expect([await isLarge(3, 4), await isLarge(6, 1), await isLarge(2, 8)]).toEqual([false, true, true])
})

it('keeps every cell and its text, and an explicit alignment', async () => {
  const text = fc.stringMatching(/^[\w 是否用户()-]{0,40}$/)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), async (rows) => {
      const body = await rendered(['a', 'b'], rows)

      const cells = [...body.querySelectorAll('td')]
      expect(cells).toHaveLength(rows.length * 2)
      for (const { className } of cells) expect(className).toMatch(/^cell-(value|text|wide|widest)( cell-long)?$/)
    }),
    { numRuns: 100 },
  )
  const { html } = await renderer.render('| a |\n|--:|\n| 1 |\n')
  expect(html).toContain('text-align:right')
})
