/** Shorter formatted text is pasted as plain text without a question (spec §5). */
const ASKED_FROM = 200

export const isShortPaste = (html: string): boolean => html.length < ASKED_FROM

/** HTML as markdown. The rich editor reads it, so its code is loaded for this. */
export async function markdownOfHtml(html: string): Promise<string> {
  const { markdownFromHtml } = await import('../rich/markdown-from-html.ts')
  return markdownFromHtml(html)
}
