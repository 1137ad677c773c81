// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import type { RichDocument } from '../rich-document.ts'

const typeLetter = ({ editor }: RichDocument, key: string): void => {
  editor.prosemirrorView.dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  editor.transact((transaction) => transaction.insertText(key))
}
/** Pastes what the clipboard has in these flavors. */
function paste({ editor }: RichDocument, flavors: Readonly<Record<string, string>>): void {
  const clipboardData = {
    types: Object.keys(flavors),
    files: [],
    items: [],
    getData: (type: string) => flavors[type] ?? '',
  }
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  editor.prosemirrorView.dom.dispatchEvent(event)
}

it('a letter typed while a picture is selected goes to a new paragraph below it', () => {
  const page = mountedRich('![a](/a.png)\n\nafter\n')
  const [picture] = page.editor.document
  if (picture) page.editor.setTextCursorPosition(picture)

  for (const letter of 'is') typeLetter(page, letter)

  expect(page.markdown()).toBe('![a](/a.png)\n\nis\n\nafter\n')
})

const hold = ({ held }: RichDocument, ids: readonly number[]): void => {
  for (const id of ids) held.hold({ id, label: `${id}.png`, isBlock: true }, null)
}

describe('what is typed after pictures came into an empty line', () => {
  it.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    'at once, in the order %j, goes below the last of them',
    (order) => {
      const page = mountedRich('![old](/old.png)\n\nafter\n')
      const [old] = page.editor.document
      const [line] = old ? page.editor.insertBlocks([{ type: 'paragraph' }], old, 'before') : []
      if (line) page.editor.setTextCursorPosition(line)

      hold(page, [1, 2, 3])
      for (const id of order) page.held.fill(id, `![${id}](/${id}.png)`)
      typeLetter(page, 'x')

      const pictures = [1, 2, 3].map((id) => `![${id}](/${id}.png)\n\n`).join('')
      expect(page.markdown()).toBe(`${pictures}x\n\n![old](/old.png)\n\nafter\n`)
    },
  )

  it('one after the other goes below the last of them', () => {
    const page = mountedRich('')

    for (const id of [1, 2]) {
      hold(page, [id])
      page.held.fill(id, `![${id}](/${id}.png)`)
    }
    typeLetter(page, 'x')

    expect(page.markdown()).toBe('![1](/1.png)\n\n![2](/2.png)\n\nx\n')
  })
})

it('what is typed after a picture came into an empty line goes between it and the text below', () => {
  const page = mountedRich('before\n\nafter\n')
  const [before] = page.editor.document
  const [line] = before ? page.editor.insertBlocks([{ type: 'paragraph' }], before, 'after') : []
  if (line) page.editor.setTextCursorPosition(line)

  page.held.hold({ id: 1, label: 'a.png', isBlock: true }, null)
  page.held.fill(1, '![a](/a.png)')
  typeLetter(page, 'x')

  expect(page.markdown()).toBe('before\n\n![a](/a.png)\n\nx\n\nafter\n')
})

describe('a picture that is selected, as it is after it came', () => {
  function withPicture() {
    const page = mountedRich('![a](/a.png)\n\nafter\n')
    const [picture] = page.editor.document
    if (picture) page.editor.setTextCursorPosition(picture)
    return page
  }
  const TABLE = '| a |\n| --- |\n| b |'
  const CELL = '<table><tr><td>b</td></tr></table>'

  it.each([
    ['text', { 'text/plain': 'x' }, 'x'],
    ['a table', { 'text/plain': TABLE }, TABLE],
    ['a list', { 'text/plain': 'x', 'text/html': '<ul><li>x</li></ul>' }, '- x'],
    ['cells of a table', { 'text/plain': 'b', 'blocknote/html': CELL }, 'b'],
  ])('is still there when there is pasted %s', (_what, flavors: Readonly<Record<string, string>>, text) => {
    const page = withPicture()
    vi.stubGlobal('ClipboardEvent', Event)
    onTestFinished(() => void vi.unstubAllGlobals())

    paste(page, flavors)

    expect(page.markdown()).toMatch(/^!\[a\]\(\/a\.png\)\n\n[^]*\n\nafter\n$/)
    expect(page.markdown()).toContain(text)
  })

  const typing = { bubbles: true, cancelable: true }
  it.each([
    [
      'Option',
      { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' },
      new KeyboardEvent('keydown', { ...typing, key: '@', altKey: true }),
    ],
    [
      'AltGr',
      {},
      new KeyboardEvent('keydown', { ...typing, key: '@', altKey: true, ctrlKey: true, modifierAltGraph: true }),
    ],
    ['an input method', {}, new CompositionEvent('compositionstart', typing)],
    ['a keyboard on the screen', {}, new InputEvent('beforeinput', { ...typing, inputType: 'insertText', data: '@' })],
    [
      'a keyboard on the screen that completes words',
      {},
      new InputEvent('beforeinput', { ...typing, inputType: 'insertCompositionText', data: '@' }),
    ],
  ])('is still there when something is typed with %s', (_what, machine: { readonly userAgent?: string }, event) => {
    const page = withPicture()
    if (machine.userAgent !== undefined) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(machine.userAgent)

    page.editor.prosemirrorView.dom.dispatchEvent(event)
    page.editor.transact((transaction) => transaction.insertText('@'))

    expect(page.markdown()).toBe('![a](/a.png)\n\n@\n\nafter\n')
  })

  it.each([
    ['a shortcut', new KeyboardEvent('keydown', { ...typing, key: 'c', ctrlKey: true })],
    ['a key of a menu', new KeyboardEvent('keydown', { ...typing, key: 'd', altKey: true })],
    ['a key that deletes', new InputEvent('beforeinput', { ...typing, inputType: 'deleteContentBackward' })],
  ])('gets no line below by %s', (_what, event) => {
    const page = withPicture()
    const before = page.editor.document.length

    page.editor.prosemirrorView.dom.dispatchEvent(event)

    expect(page.editor.document).toHaveLength(before)
  })

  it.each(['x', '- one\n- two'])('is still there when a tool replaces the selection by %j', (text) => {
    const page = withPicture()

    page.replaceSelection(text)

    expect(page.markdown()).toBe(`![a](/a.png)\n\n${text}\n\nafter\n`)
  })
})

it('what is typed after something was inserted replaces its sample', () => {
  const page = mountedRich('')

  page.insert('> [!NOTE]\n> Mind the gap.', 'Mind the gap.')
  typeLetter(page, 'x')

  expect(page.markdown()).toBe('> [!NOTE]\n> x\n')
})
