// @vitest-environment jsdom
import * as fc from 'fast-check'
import { TextSelection } from 'prosemirror-state'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { chance } from '#tests/support/typed-lines.ts'
import { MarkdownRenderer } from '#adapters/markdown/markdown-renderer.ts'
import { typedBlocks } from './typing/typed-blocks.ts'
import { typedPieces } from './typing/typed-pieces.ts'

const BEFORE = 'Above.\n\nBefore after.\n\nBelow.\n'

/** A page, and the cursor behind `Before`. */
function opened(source = BEFORE) {
  const page = mountedRich(source)
  onTestFinished(() => page.stop())
  page.editor.transact((transaction) => {
    transaction.doc.descendants((node, at) => {
      if (node.text?.startsWith('Before'))
        transaction.setSelection(TextSelection.create(transaction.doc, at + 'Before'.length))
    })
  })
  const shares: (number | null)[] = []
  page.onPasting((share) => shares.push(share))
  return { ...page, shares, isThere: () => vi.waitFor(() => expect(shares.at(-1)).toBe(null), { timeout: 170_000 }) }
}

const LONG = Array.from({ length: 900 }, (_, number) => `Paragraph ${number} of **it**.\n\n${number}. one\n`).join('\n')

describe('a long text in pieces', () => {
  const shapeOf = (text: string): string =>
    JSON.stringify(typedBlocks(text).blocks, (key, value: unknown) => (key === 'id' ? undefined : value))
  const joined = (pieces: readonly string[]): string => {
    const blocks = pieces.flatMap((piece) => typedBlocks(piece).blocks)
    return JSON.stringify(blocks, (key, value: unknown) => (key === 'id' ? undefined : value))
  }

  it('reads as all of it at once, wherever it could be parted', () => {
    const parts = ['', '', 'words', '  indented', '- item', '  - within', '3. third', '```sql', '```', '| a | b |', '| --- | --- |', '> quote', '# One', '[ ] task', '---', 'a | b'] // prettier-ignore

    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 4, maxLength: 30 }), fc.nat(40), (lines, length) => {
        const text = lines.join('\n')
        const pieces = typedPieces(text, length)

        expect(pieces.join('\n')).toBe(text)
        expect(joined(pieces)).toBe(shapeOf(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('is parted where it can be', () => {
    expect(
      typedPieces(Array.from({ length: 500 }, (_, at) => `Line ${at} of it.\n`).join('\n'), 1_000).length,
    ).toBeGreaterThan(8)
  })
})

describe('a long text that is pasted', () => {
  it('comes in slices, with the line it was pasted into around it', async () => {
    const { pasteText, markdown, shares, isThere } = opened()

    pasteText(LONG)
    await isThere()

    expect(shares.length).toBeGreaterThan(5)
    expect(markdown()).toMatch(/^Above\.\n\nBeforeParagraph 0 of \*\*it\*\*\.\n\n0\. one\n\nParagraph 1 /)
    expect(markdown()).toMatch(/Paragraph 899 of \*\*it\*\*\.\n\n899\. one\n\nafter\.\n\nBelow\.\n$/)
  })

  it('is whole in what is kept and saved at every moment', async () => {
    const { pasteText, editor, markdown, isThere } = opened()
    const seen = new Set<string>()
    editor.onChange(() => queueMicrotask(() => seen.add(markdown())))

    pasteText(LONG)
    seen.add(markdown())
    await isThere()
    seen.add(markdown())

    expect([...seen]).toHaveLength(1)
  })

  it('is whole when the window closes in the middle', () => {
    const { pasteText, markdown, stop, editor } = opened()

    pasteText(LONG)
    stop()

    expect(editor.document.length).toBeLessThan(500)
    expect(markdown().match(/Paragraph \d+ of/g)).toHaveLength(900)
  })

  it('goes on when the face is shown again', async () => {
    const { pasteText, stop, goOn, editor, isThere } = opened()
    pasteText(LONG)
    stop()
    await isThere()

    goOn()
    await vi.waitFor(() => expect(editor.document.length).toBeGreaterThan(1_800), { timeout: 170_000 })
    await isThere()

    expect(editor.document.length).toBeGreaterThan(1_800)
  })

  it('is taken back by one undo, and what was typed before it is not', async () => {
    const { pasteText, editor, markdown, isThere } = opened()
    editor.transact((transaction) => transaction.insertText(' typed'))
    const typed = markdown()

    pasteText(LONG)
    await isThere()
    editor.undo()

    expect(markdown()).toBe(typed)
    editor.redo()
    expect(markdown().match(/Paragraph \d+ of/g)).toHaveLength(900)
  })

  it('is drawn anew for its progress a few times only, however long it is', async () => {
    const page = opened()

    page.pasteText(LONG.repeat(3))
    await page.isThere()

    expect(page.shares.length).toBeGreaterThan(10)
    expect(page.shares.length).toBeLessThanOrEqual(22)
  })

  it('is left as it is until all of it is there', async () => {
    const { pasteText, editor, markdown, isThere } = opened()
    pasteText(LONG)
    const whole = markdown().length

    const event = new InputEvent('beforeinput', { data: 'x', cancelable: true, bubbles: true })
    editor.domElement?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    pasteText('second')
    await isThere()

    expect(markdown().length).toBeGreaterThanOrEqual(whole + 'second'.length)
    const later = new InputEvent('beforeinput', { data: 'x', cancelable: true, bubbles: true })
    editor.domElement?.dispatchEvent(later)
    expect(later.defaultPrevented).toBe(false)
  })
})

const renderer = new MarkdownRenderer()
const htmlOf = async (markdown: string): Promise<string> => (await renderer.render(markdown)).html

const WORDS =
  'the call answers 200 用户 信息 user_id n/a 80 km/h **bold** *fine* `code` ~~gone~~ https://example.com/a_b?x=1 是/否 [site](/a/b)'.split(
    ' ',
  )

/** A document of everything that means the same typed and in markdown. */
function work(random: () => number): string {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const words = (count: number): string => `w ${Array.from({ length: count }, () => pick(WORDS)).join(' ')} w`
  const parts: (() => string)[] = [
    () => words(12),
    () => `${words(5)}\n${words(5)}`,
    () => `${'#'.repeat(1 + Math.floor(random() * 6))} ${words(3)}`,
    () => `- ${words(3)}\n- ${words(3)}\n  - ${words(2)}`,
    () => `1. ${words(3)}\n2. ${words(3)}\n3. ${words(2)}`,
    () => `- [ ] ${words(3)}\n- [x] ${words(3)}`,
    () => `\`\`\`sql\nSELECT * FROM a\n\n${words(3)}\n\`\`\``,
    () => `> ${words(4)}\n> ${words(3)}`,
    () => `| a | b |\n| --- | --- |\n| ${words(1)} | ${words(2)} |`,
    () => '---',
  ]
  return Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? words(6) : pick(parts)())).join('\n\n')
}

it.each([20_261_123, Math.floor(Math.random() * 2 ** 31)])(
  'a pasted text reads as the same text opened from its source (%i)',
  async (seed) => {
    const text = work(chance(seed))
    const { pasteText, markdown, isThere } = opened('')

    pasteText(text)
    await isThere()

    expect(await htmlOf(markdown())).toBe(await htmlOf(text))
  },
)
