const FENCE = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n\1\s*$/gm

/** The last code block of a page that holds a JSON object or list, as it is written there; null without one. */
export function exampleIn(markdown: string): string | null {
  for (const [, , code = ''] of [...markdown.matchAll(FENCE)].toReversed())
    if (/^\s*[[{]/.test(code))
      try {
        JSON.parse(code)
        return code
      } catch {
        // Some other language, or an example with remarks.
      }
  return null
}
