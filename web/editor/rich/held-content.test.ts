// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRichAt } from '#tests/support/mounted-rich.ts'
import type { RichDocument } from './rich-document.ts'

const type = ({ editor }: RichDocument, text: string): void =>
  editor.transact((transaction) => void transaction.insertText(text))
const picture = (id: number) => ({ id, label: `${id}.png`, isBlock: true })

const PLACES = [
  ['an item', '- one\n- two\n', '- one ![1](/1.png) more\n- two\n'],
  ['a task', '- [ ] one\n- [ ] two\n', '- [ ] one ![1](/1.png) more\n- [ ] two\n'],
  ['a numbered item', '1. one\n2. two\n', '1. one ![1](/1.png) more\n2. two\n'],
  ['an item within another', '- top\n  - one\n- two\n', '- top\n  - one ![1](/1.png) more\n- two\n'],
  ['a paragraph of an item', '- top\n\n  one\n', '- top\n\n  one ![1](/1.png) more\n'],
  ['a quote', '> one\n\ntwo\n', '> one ![1](/1.png) more\n\ntwo\n'],
  ['a cell', '| one | b |\n| --- | --- |\n| c | d |\n', '| one ![1](/1.png) more | b |\n| --- | --- |\n| c | d |\n'],
] as const

it.each(PLACES)('what is typed while a picture is sent into %s comes after it', (_, source, written) => {
  const page = mountedRichAt(source, 'one')
  page.held.hold(picture(1), null)

  type(page, ' more')
  expect(page.held.fill(1, '![1](/1.png)')).toBe(true)

  expect(page.markdown()).toBe(written)
})

it.each(PLACES)('what is typed after a picture came into %s comes after it', (_, source, written) => {
  const page = mountedRichAt(source, 'one')
  page.held.hold(picture(1), null)

  page.held.fill(1, '![1](/1.png)')
  type(page, ' more')

  expect(page.markdown()).toBe(written)
})

it('several pictures sent into an item stand in the order in which they were given, whichever comes first', () => {
  const page = mountedRichAt('- one\n', 'one')
  for (const id of [1, 2]) page.held.hold(picture(id), null)

  for (const id of [2, 1]) page.held.fill(id, `![${id}](/${id}.png)`)
  type(page, ' more')

  expect(page.markdown()).toBe('- one ![1](/1.png) ![2](/2.png) more\n')
})

it('a picture on its way into a cell keeps its place when the face changes', () => {
  const page = mountedRichAt('| one | b |\n| --- | --- |\n| c | d |\n', 'one')

  page.held.hold(picture(1), null)

  expect(page.held.placeOf(1)).toEqual({ at: 5, isBlock: false })
})
