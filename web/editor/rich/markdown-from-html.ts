import { PROBE } from '../markdown-blocks/block-places.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { htmlBlocks } from '../paste/html-blocks.ts'

export interface MarkdownOfHtml {
  readonly markdown: string
  /** Pictures that came with their bytes: their data addresses, and where in the markdown they belong. */
  readonly pictures: readonly { readonly address: string; readonly at: number }[]
  /** How many pictures did not come along. */
  readonly missing: number
}

/** What the rich editor would make of this HTML, as markdown. */
export function markdownFromHtml(html: string): MarkdownOfHtml {
  const { blocks, pictures, missing } = htmlBlocks(html.replaceAll(PROBE, ''), PROBE)
  const parts = writeBlocks(blocks, new Map()).split(PROBE)
  let at = 0
  const places = parts.map((part) => (at += part.length))
  return {
    markdown: parts.join(''),
    pictures: pictures.map((address, index) => ({ address, at: places[index] ?? at })),
    missing,
  }
}
