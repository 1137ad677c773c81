import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { htmlBlocks } from '../paste/html-blocks.ts'

/** What the rich editor would make of this HTML, as markdown. */
export const markdownFromHtml = (html: string): string => writeBlocks(htmlBlocks(html).blocks, new Map())
