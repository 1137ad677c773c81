import { limits } from '#core/limits.ts'

export const isLivePreview = (markdown: string): boolean => markdown.length <= limits.livePreviewLongest

/** Whether the rich face is fast enough with this page. Lines cost more than letters. */
export const isRichByDefault = (markdown: string): boolean =>
  markdown.length <= limits.richPageBytes &&
  new TextEncoder().encode(markdown).length <= limits.richPageBytes &&
  linesOf(markdown) <= limits.richPageLines

function linesOf(markdown: string): number {
  let lines = 1
  for (let at = markdown.indexOf('\n'); at !== -1; at = markdown.indexOf('\n', at + 1)) lines += 1
  return lines
}
