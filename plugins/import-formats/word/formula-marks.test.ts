import { expect, it } from 'vitest'
import { formulaLatex } from './formula-latex.ts'
import { FormulaMarks } from './formula-marks.ts'

const formula = (name: string): string => `<m:oMath><m:r><m:t>${name}</m:t></m:r></m:oMath>`
const text = (words: string): string => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`

/** The markdown of a paragraph, for which only its texts are read. */
function markdownOf(...content: readonly string[]): string {
  const marks = new FormulaMarks('mark')
  const xml = marks.inXml(`<w:p xmlns:w="w" xmlns:m="m">${content.join('')}</w:p>`)
  return marks.inMarkdown([...xml.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, words]) => words).join(''))
}

it('an empty formula takes nothing of what follows', () => {
  expect(markdownOf('<m:oMath/>', text('kept '), '<m:oMathPara m:x="y" />', formula('a'))).toBe('kept $a$')
})

it('formulas side by side are one, and a digit keeps its distance, because neither may follow the end of one', () => {
  expect(markdownOf(text('so '), formula('a'), formula('b'), text('2 and '), formula('c'), text('.'))).toBe(
    'so $a b$ 2 and $c$.',
  )
})

it('deeply nested roots and limits take time in proportion to their length', () => {
  const nested = (name: string, inner: string): string =>
    `<m:${name}><m:deg>${inner}</m:deg><m:e>${inner === '' ? 'x' : ''}</m:e></m:${name}>`
  let xml = ''
  for (let depth = 0; depth < 200; depth += 1) xml = nested('rad', xml)

  expect(formulaLatex(`<m:oMath>${xml}</m:oMath>`)).toMatch(/^\\sqrt/)
})
