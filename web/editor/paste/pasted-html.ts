import { limits } from '#core/limits.ts'

/** Shorter formatted text is pasted as plain text without a question (spec §5). */
export const isShortPaste = (html: string): boolean => html.length < limits.pastedHtmlAsked

/** HTML as markdown. The rich editor reads it, so its code is loaded for this. */
export async function markdownOfHtml(html: string): Promise<string> {
  const { markdownFromHtml } = await import('../rich/markdown-from-html.ts')
  return markdownFromHtml(html)
}
