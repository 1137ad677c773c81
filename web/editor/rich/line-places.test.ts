// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import type { TextPlace } from '../face-controls.ts'

const MARK = '¦'
const PICTURE = '![p](/p.png)'
const awaited = { id: 1, label: 'p.png', isBlock: true }

/** The page with a picture held at the mark of its markdown. */
function heldAt(marked: string) {
  const page = mountedRich(marked.replace(MARK, ''))
  page.held.hold(awaited, { at: marked.indexOf(MARK), isBlock: false })
  return page
}
const marked = (text: string, place: TextPlace | null): string =>
  place === null ? text : text.slice(0, place.at) + MARK + text.slice(place.at)

const LINES = [
  'one ¦two three\n',
  '¦one two\n',
  'one two¦\n',
  'before\n\none ¦two\n\nbehind\n',
  '## a ¦heading\n',
  '- one\n- two ¦three\n- four\n',
  '* one\n  * two ¦three\n',
  '1. one\n\n   two ¦three\n2. four\n',
  '- [ ] one ¦two\n- [x] three\n',
  '> one ¦two\n> three\n',
  '> one two\n> three ¦four\n',
  '| a | b |\n| --- | --- |\n| one ¦two | c |\n| d | |\n',
  '| a | b |\n| - | :-: |\n| one<br>two ¦three | c |\n',
  'one _two_ three ¦four\n',
  'one **two** ¦three\n',
  'one __two__¦ three\n',
  'one _two_ and [three](https://a.example/_x_) fo¦ur\n',
  'a `code` and ``more ` code`` ¦then\n',
  'a \\* star &amp; an &lt; entity ¦then\n',
  'see https://a.example/x_y and a@b.example ¦then\n',
  'a formula $x^2$ and a note[^1] ¦then\n\n[^1]: note\n',
  'hard  \nbreak _x_ ¦then\n',
  'soft _x_\nline ¦then\n',
  'a <u>x</u> <kbd>Ctrl</kbd> _x_ ¦then\n',
  '数据 _库_ 的¦说明 🎉\n',
  'a ![q](/q.png) _x_ ¦then\n',
  '\n\none ¦two\n',
]

describe('a picture on its way into the middle of a line', () => {
  it.each(LINES)('keeps its place when the face changes to rich text and back: %j', (source) => {
    const page = heldAt(source)

    expect(marked(page.markdown(), page.held.placeOf(1))).toBe(source)
  })

  it.each(LINES)('comes there in rich text: %j', (source) => {
    const page = heldAt(source)

    page.held.fill(1, PICTURE)

    const [before = '', behind = ''] = page.markdown().split(PICTURE)
    const letters = (text: string) =>
      text
        .replaceAll(/&\w+;/g, '')
        .match(/[\p{L}\p{N}]/gu)
        ?.join('') ?? ''
    const [expectedBefore = '', expectedBehind = ''] = source.split(MARK)
    expect([letters(before), letters(behind)]).toEqual([letters(expectedBefore), letters(expectedBehind)])
  })

  it('comes before a chip that it was pasted into', () => {
    const page = heldAt('one $x ¦y$ two\n')

    page.held.fill(1, PICTURE)

    expect(page.markdown()).toBe(`one ${PICTURE}$x y$ two\n`)
  })

  it.each([
    ['code', 'a\n\n```\none ¦two\n```\n\nb\n', 'a\n\n```\none two\n```\n\n![p](/p.png)\n\nb\n'],
    ['what is edited as markdown', '<div>one ¦two</div>\n\nb\n', '<div>one two</div>\n\n![p](/p.png)\n\nb\n'],
  ])('comes below %s, which takes none', (_, source, expected) => {
    const page = heldAt(source)

    page.held.fill(1, PICTURE)

    expect(page.markdown()).toBe(expected)
  })

  it('comes there after what was typed before it meanwhile, also when that is taken back', () => {
    const page = heldAt('one ¦two\n')
    const typed = (text: string) => page.editor.transact((transaction) => void transaction.insertText(text, 3))

    typed('begun ')
    expect(marked(page.markdown(), page.held.placeOf(1))).toBe('begun one ¦two\n')
    page.editor.undo()
    page.held.fill(1, PICTURE)

    expect(page.markdown()).toBe(`one ${PICTURE} two\n`)
  })

  it('comes there again when the deletion of the text around it is taken back', () => {
    const page = heldAt('one ¦two\n')

    page.editor.transact((transaction) => void transaction.delete(4, 9))
    page.editor.undo()
    page.held.fill(1, PICTURE)

    expect(page.markdown()).toBe(`one ${PICTURE} two\n`)
  })
})

it('a picture above all text stays there', () => {
  const page = mountedRich('\n\none\n')
  page.held.hold(awaited, { at: 1, isBlock: true })

  page.held.fill(1, PICTURE)

  expect(page.markdown().trimStart()).toBe(`${PICTURE}\n\none\n`)
})
