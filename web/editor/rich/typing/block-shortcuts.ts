import { createExtension, type Extension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'
import type { BlockType } from '../../markdown-blocks/blocks.ts'
import { endParagraphAtCursor, endParagraphAtLine } from '../own-line.ts'
import type { RichEditor } from '../rich-schema.tsx'

const ITEMS: ReadonlySet<BlockType> = new Set(['bulletListItem', 'numberedListItem', 'checkListItem'])

/** What a space after it makes a shortcut; of several lines only its own becomes a block. */
const BEFORE_SPACE = /^(?:#{1,6}|>|-|(?:0|[1-9]\d{0,2})\.|\[ \])$/
const FENCE = /^```([^`\s]*)$/

type Rules = NonNullable<Extension['inputRules']>
type Replace = Rules[number]['replace']

/** The only shortcuts at the start of a line: `# `, `- `, `1. `, `> `, `[ ] `, three backticks and `---`. */
export const blockShortcuts = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  const typeAtCursor = (): BlockType => rich.getTextCursorPosition().block.type
  const inParagraph =
    (replace: Replace): Replace =>
    (found) =>
      typeAtCursor() === 'paragraph' ? replace(found) : undefined
  const inLine =
    (replace: Replace): Replace =>
    (found) =>
      typeAtCursor() === 'paragraph' || ITEMS.has(typeAtCursor()) ? replace(found) : undefined
  return {
    key: 'block-shortcuts',
    // In items Enter would add another item first.
    runsBefore: ['bullet-list-item-shortcuts', 'numbered-list-item-shortcuts', 'check-list-item-shortcuts'],
    inputRules: [
      {
        find: /^(#{1,6}) $/,
        replace: inParagraph(({ match }) => ({ type: 'heading', props: { level: match[1]?.length ?? 1 } })),
      },
      { find: /^> $/, replace: inParagraph(() => ({ type: 'quote', props: {} })) },
      { find: /^- $/, replace: inLine(() => ({ type: 'bulletListItem', props: {} })) },
      {
        // Longer numbers are years and versions.
        find: /^(0|[1-9]\d{0,2})\. $/,
        replace: inLine(({ match }) => ({ type: 'numberedListItem', props: startOf(rich, Number(match[1])) })),
      },
      { find: /^\[ \] $/, replace: inLine(() => ({ type: 'checkListItem', props: { checked: false } })) },
      {
        find: /^\[[xX]\] $/,
        replace: () =>
          typeAtCursor() === 'bulletListItem' ? { type: 'checkListItem', props: { checked: true } } : undefined,
      },
      {
        find: /^```([^`\s]*)\s$/,
        // In items only where nothing is behind the cursor, which the code would replace.
        replace: inLine(({ match }) =>
          isAtEnd(rich) ? { type: 'codeBlock', props: { language: match[1] ?? '' }, content: [] } : undefined,
        ),
      },
    ],
    prosemirrorPlugins: [
      new Plugin({
        props: {
          handleTextInput(_view, _from, _to, text) {
            if (text === ' ') standAlone(rich, BEFORE_SPACE)
            return false
          },
        },
      }),
    ],
    keyboardShortcuts: {
      Enter() {
        standAlone(rich, /^---$/)
        return drawRule(rich) || openCodeInItem(rich)
      },
    },
  }
})

/** Separates a shortcut at the start of a paragraph from the lines below it; code from all that is behind it. */
function standAlone(editor: RichEditor, shortcut: RegExp): void {
  const { empty, $from: place } = editor.prosemirrorState.selection
  if (!empty || place.parent.type.name !== 'paragraph') return
  const before = place.parent.textBetween(0, place.parentOffset, null, '\ufffc')
  if (FENCE.test(before)) endParagraphAtCursor(editor)
  else if (shortcut.test(before)) endParagraphAtLine(editor)
}

function isAtEnd({ prosemirrorState: { selection } }: RichEditor): boolean {
  const { parent, parentOffset } = selection.$from
  return parentOffset === parent.content.size
}

/** A number that follows the previous item's is not stored. */
function startOf(editor: RichEditor, number: number): { start?: number } {
  const { block } = editor.getTextCursorPosition()
  let expected = 1
  for (let before = editor.getPrevBlock(block); before?.type === 'numberedListItem';) {
    expected += 1
    const { start } = before.props as { start?: number }
    if (start !== undefined) {
      expected += start - 1
      break
    }
    before = editor.getPrevBlock(before)
  }
  return number === expected ? {} : { start: number }
}

/** As in a paragraph; otherwise the key would begin a new item, with the backticks in the one before. */
function openCodeInItem(editor: RichEditor): boolean {
  const { block } = editor.getTextCursorPosition()
  if (!ITEMS.has(block.type) || !Array.isArray(block.content)) return false
  const { empty, $from: place } = editor.prosemirrorState.selection
  const language = FENCE.exec(place.parent.textContent)?.[1]
  if (language === undefined || !empty || !isAtEnd(editor)) return false
  editor.updateBlock(block, { type: 'codeBlock', props: { language }, content: [] })
  editor.setTextCursorPosition(block, 'start')
  return true
}

/** Only Enter distinguishes a rule from the beginning of `--- a/file`. */
function drawRule(editor: RichEditor): boolean {
  const { block } = editor.getTextCursorPosition()
  if (block.type !== 'paragraph' || !Array.isArray(block.content)) return false
  const text = block.content.map((inline) => (inline.type === 'text' ? inline.text : '\ufffc')).join('')
  const { selection } = editor.prosemirrorState
  if (text !== '---' || !selection.empty || selection.$from.parentOffset !== 3) return false
  editor.transact(() => {
    const { insertedBlocks } = editor.replaceBlocks([block], [{ type: 'divider' }, { type: 'paragraph' }])
    const below = insertedBlocks.at(-1)
    if (below) editor.setTextCursorPosition(below, 'start')
  })
  return true
}
