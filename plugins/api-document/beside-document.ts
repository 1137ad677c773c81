import { nodeAt, readJson, textAt } from '#plugins/format-tools/api.ts'

/** Whether all of a content could be read; of one that is cut off or mistyped, the document is what could be. */
export const isWholeDocument = (content: string): boolean => readJson(content).isWhole

/** Programs that some clients run around the call; they are neither shown nor run here. */
export function scriptsIn(content: string): { readonly before: string; readonly after: string } {
  const scripts = nodeAt(readJson(content).root, ['scripts'])
  return { before: textAt(scripts, 'pre'), after: textAt(scripts, 'post') }
}
