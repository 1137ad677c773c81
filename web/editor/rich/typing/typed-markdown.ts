import { editable } from '../../markdown-blocks/line-endings.ts'
import { writeBlocks } from '../../markdown-blocks/write-blocks.ts'
import { typedBlocks } from './typed-blocks.ts'

/** What rich text writes once this was typed in it, a line for each Enter; it needs none of its editor. */
export function typedMarkdown(text: string): string {
  const { blocks, hints } = typedBlocks(editable(text), { isLineParagraph: true })
  return writeBlocks(blocks, hints)
}
