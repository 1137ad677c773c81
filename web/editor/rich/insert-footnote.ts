import type { RichDocument } from './rich-document.ts'
import { selectSample } from './select-sample.ts'

/**
 * Puts the mark of a footnote at the cursor, and its note at the end of the page, where the sample is selected. Marks are
 * numbered by the renderer; the number here is only one that the page does not use yet.
 */
export function insertFootnote({ editor, markdown }: RichDocument, sample: string): void {
  const label = `[^${freeNumber(markdown())}]`
  editor.transact(() => {
    editor.insertInlineContent([{ type: 'mdRaw', props: { raw: label } }])
    const last = editor.document.at(-1)
    if (!last) return
    // Below the text there is a line to go on in, which stays the last one.
    const isFree = last.type === 'paragraph' && last.content.length === 0
    const [note] = editor.insertBlocks(
      [{ type: 'mdIsland', content: `${label}: ${sample}` }],
      last,
      isFree ? 'before' : 'after',
    )
    if (note) editor.setTextCursorPosition(note, 'end')
    selectSample(editor, sample, 0)
  })
}

const freeNumber = (markdown: string): number =>
  1 + Math.max(0, ...[...markdown.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number)))
