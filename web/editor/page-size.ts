import { limits } from '#core/limits.ts'

export const isLivePreview = (markdown: string): boolean => markdown.length <= limits.livePreviewLongest

/** Whether the rich face is fast enough with this page. Lines cost more than letters. */
export const isRichByDefault = (markdown: string): boolean =>
  markdown.length <= limits.richPageBytes &&
  new TextEncoder().encode(markdown).length <= limits.richPageBytes &&
  linesOf(markdown) <= limits.richPageLines

// Below this, drawing everything costs less than keeping the parts apart.
const WHOLE_LINES = 300
const WHOLE_LENGTH = 20_000

/** Whether rich text should only draw what is on the screen. */
export const isDrawnInParts = (markdown: string): boolean =>
  markdown.length > WHOLE_LENGTH || linesOf(markdown) > WHOLE_LINES

function linesOf(markdown: string): number {
  let lines = 1
  for (let at = markdown.indexOf('\n'); at !== -1; at = markdown.indexOf('\n', at + 1)) lines += 1
  return lines
}
