// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { openMarkdown } from '../markdown-blocks/session.ts'
import { openRichDocument } from './rich-document.ts'

const nothing = () => undefined

/** The page as the editor opens it, with what it tells of its progress. */
function opened(source: string) {
  const page = mountedRich(source)
  onTestFinished(() => page.stop())
  const shares: (number | null)[] = []
  page.onOpening((share) => shares.push(share))
  return { ...page, shares, isThere: () => vi.waitFor(() => expect(shares.at(-1)).toBe(null), { timeout: 60_000 }) }
}

const WORDS = 'Many plain words make it long, 说明很多. '.repeat(40).trimEnd()

/** Everything that pages hold, written in ways that the editor would write otherwise. */
const part = (number: number): string =>
  [
    `Part ${number}\n====`,
    `It answers __record__ ${number}, see <https://example.com/${number}> and *this*. ${WORDS}`,
    `| name | type |\n|:--|--:|\n| id_${number} | int |`,
    `\`\`\`sql title="${number}"\nSELECT ${number}\n\n-- more\n\`\`\``,
    `* one\n* two\n\n  below\n    * three`,
    `${number}. step\n${number + 1}. step`,
    `> said ${number}\n> again`,
    `<div>\n<b>${number}</b>\n</div>`,
    `- [x] done\n- [ ] open`,
    '***',
  ].join(number % 3 === 0 ? '\n\n\n' : '\n\n')
const LONG = `${Array.from({ length: 25 }, (_, number) => part(number + 1)).join('\n\n')}\n\nThe end.\n`

const shapeOf = (blocks: unknown): string =>
  JSON.stringify(blocks, (key, value: unknown) => (key === 'id' ? undefined : value))

describe('a long page that is opened', () => {
  it('comes in slices, and is what it was at every moment and in the end', async () => {
    const { editor, markdown, goOn, isReading, shares, isThere } = opened(LONG)
    const few = editor.document.length
    const seen = new Set<string>([markdown()])
    editor.onChange(() => queueMicrotask(() => seen.add(markdown())))
    expect(isReading()).toBe(true)

    goOn()
    await isThere()
    seen.add(markdown())

    expect(shares.length).toBeGreaterThan(2)
    expect([...seen]).toEqual([LONG])
    expect(isReading()).toBe(false)
    expect(editor.document.length).toBeGreaterThan(few * 2)
    expect(editor.document.at(-1)).toMatchObject({ content: [{ text: 'The end.' }] })
  })

  it('has the blocks that it has when it is opened at once', async () => {
    const { editor, goOn, isThere } = opened(LONG)
    goOn()
    await isThere()

    const [atOnce] = [openMarkdown(LONG)]
    const other = openRichDocument('', {
      ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
      ...{ ask: nothing, onUnstorable: nothing, onMissingPictures: nothing },
    })
    other.editor.replaceBlocks(other.editor.document, atOnce.blocks as unknown as typeof other.editor.document)
    expect(shapeOf(editor.document)).toBe(shapeOf(other.editor.document))
  })

  it('keeps every other line when a part of it is changed', async () => {
    const { editor, markdown, goOn, isThere } = opened(LONG)
    goOn()
    await isThere()
    const [before, changed] = [editor.document.find(({ content }) => shapeOf(content).includes('"record') || shapeOf(content).includes('It answers')), ' more'] // prettier-ignore
    if (!before) throw new Error('the paragraph is not there')

    editor.setTextCursorPosition(before, 'end')
    editor.insertInlineContent(changed)

    const lines = LONG.split('\n')
    const changedLines = markdown()
      .split('\n')
      .filter((line, at) => line !== lines[at])
    expect(changedLines).toHaveLength(1)
    expect(changedLines[0]).toContain(' more')
  })

  it('cannot be undone', async () => {
    const { editor, markdown, goOn, isThere } = opened(LONG)
    goOn()
    await isThere()

    editor.undo()

    expect(markdown()).toBe(LONG)
  })

  it('is left as it is until all of it is there', () => {
    const { editor, goOn } = opened(LONG)
    goOn()

    const event = new InputEvent('beforeinput', { data: 'x', cancelable: true, bubbles: true })
    editor.domElement?.dispatchEvent(event)

    expect(event.defaultPrevented).toBe(true)
  })

  it('is whole when something is put into it meanwhile', () => {
    const { insert, editor, markdown, goOn, isReading } = opened(LONG)
    goOn()
    const [first] = editor.document
    if (!first) throw new Error('the page is empty')
    editor.setTextCursorPosition(first, 'end')

    insert('Put.')

    expect(isReading()).toBe(false)
    expect(markdown()).toBe(LONG.replace('Part 1\n====\n\n', 'Part 1\n====\n\nPut.\n\n'))
  })

  it('is whole when something else changes its blocks meanwhile', () => {
    const { editor, markdown, goOn } = opened(LONG)
    goOn()
    const [first] = editor.document
    if (!first) throw new Error('the page is empty')

    editor.removeBlocks([first])

    expect(markdown()).toBe(LONG.replace('Part 1\n====\n\n', ''))
  })

  it('goes on when its face is shown again', async () => {
    const { editor, markdown, goOn, stop, isThere } = opened(LONG)
    goOn()
    stop()
    await isThere()
    expect(markdown()).toBe(LONG)
    expect(editor.document.at(-1)).not.toMatchObject({ content: [{ text: 'The end.' }] })

    goOn()
    await vi.waitFor(() => expect(editor.document.at(-1)).toMatchObject({ content: [{ text: 'The end.' }] }), {
      timeout: 60_000,
    })
    await isThere()
    expect(markdown()).toBe(LONG)
  })
})
