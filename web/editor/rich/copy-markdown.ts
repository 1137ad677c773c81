import { contentNodeToInlineContent, createExtension, fragmentToBlocks } from '@blocknote/core'
import { TextSelection } from 'prosemirror-state'
import type { Block, Hints, Inline } from '../markdown-blocks/blocks.ts'
import { withoutEdgeSpaces } from '../markdown-blocks/edge-spaces.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { RICH_TEXT, type CopiedRichText } from '../paste/clipboard.ts'
import { richSchema, type RichEditor } from './rich-schema.tsx'

/** Also copies the selection as markdown, so that pasting restores it, and markdown editors get markdown. */
export const copyMarkdown = (hints: () => Hints) =>
  createExtension(({ editor }) => ({
    key: 'copy-markdown',
    mount({ dom, signal }) {
      for (const type of ['copy', 'cut'] as const) {
        let copied: CopiedRichText | null = null
        // The editor's own listener runs between these two; after a cut nothing is selected any more.
        const look = () => void (copied = copiedFrom(editor, hints()))
        dom.addEventListener(type, look, { capture: true, signal })
        dom.addEventListener(type, (event) => offer(event, copied), { signal })
      }
    },
  }))

function offer({ clipboardData, defaultPrevented }: ClipboardEvent, copied: CopiedRichText | null): void {
  if (!copied || !clipboardData || !defaultPrevented) return
  clipboardData.setData(RICH_TEXT, JSON.stringify(copied))
  clipboardData.setData('text/plain', copied.before + copied.markdown + copied.after)
}

/** Null for cells and for a part of code, which are copied by the editor. */
function copiedFrom(editor: RichEditor, hints: Hints): CopiedRichText | null {
  const { selection } = editor.prosemirrorState
  const isLine = selection.$from.sameParent(selection.$to)
  if (selection.empty || 'forEachCell' in selection || (isLine && selection.$from.parent.type.spec.code)) return null
  const isWithin = isLine && selection instanceof TextSelection
  const content = isWithin ? editor.prosemirrorState.doc.slice(selection.from, selection.to).content : null
  const blocks = content ? [] : (fragmentToBlocks(selection.content().content) as unknown as Block[])
  if (!content) return { markdown: writeBlocks(blocks, hints), before: '', after: '' }
  const inlines = contentNodeToInlineContent(content as never, INLINES, STYLES) as unknown as readonly Inline[]
  const line: Block = { id: '', type: 'paragraph', props: {}, content: withoutEdgeSpaces(inlines), children: [] }
  const text = content.textBetween(0, content.size, null, '\ufffc')
  const before = /^\s*/.exec(text)?.[0] ?? ''
  return {
    markdown: writeBlocks([line], hints),
    before,
    after: text.trim() === '' ? '' : (/\s*$/.exec(text)?.[0] ?? ''),
  }
}

const { inlineContentSchema: INLINES, styleSchema: STYLES } = richSchema
