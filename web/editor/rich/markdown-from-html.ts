import { BlockNoteEditor } from '@blocknote/core'
import type { Block } from '../markdown-blocks/blocks.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { readableHtml } from '../paste/readable-html.ts'
import { richSchema } from './rich-schema.tsx'
import { safeHtml } from './safe-html.ts'

/** What the rich editor would make of this HTML, as markdown. */
export function markdownFromHtml(html: string): string {
  const editor = BlockNoteEditor.create({ schema: richSchema })
  return writeBlocks(
    editor.tryParseHTMLToBlocks(safeHtml(readableHtml(html))) as unknown as readonly Block[],
    new Map(),
  )
}
