import { readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface CommandBlock {
  /** Its heading and the one above, e.g. `Restore / PostgreSQL`. */
  readonly place: string
  readonly commands: string
}

/** What the guide for operators has people run, in its order. */
export async function commandBlocks(file: string): Promise<readonly CommandBlock[]> {
  const text = await readFile(path.join(ROOT, file), 'utf8')
  const headings: string[] = []
  const blocks: CommandBlock[] = []
  for (const [, marks, heading = '', commands] of text.matchAll(/^(?:(##+) (.+)|```sh\n([\s\S]*?)```)$/gm)) {
    if (marks) headings.splice(marks.length - 2, Infinity, heading)
    if (commands !== undefined) blocks.push({ place: headings.join(' / '), commands })
  }
  return blocks
}
