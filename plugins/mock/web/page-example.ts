const FENCE = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n\1\s*$/gm

/** The last code block of a page that holds a JSON object or list, laid out anew; null without one. */
export function exampleIn(markdown: string): string | null {
  for (const [, , code = ''] of [...markdown.matchAll(FENCE)].toReversed())
    if (/^\s*[[{]/.test(code))
      try {
        return JSON.stringify(JSON.parse(code), null, 2)
      } catch {
        // Some other language, or an example with remarks.
      }
  return null
}
