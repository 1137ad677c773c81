import highlighter from 'highlight.js/lib/common'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import http from 'highlight.js/lib/languages/http'
import nginx from 'highlight.js/lib/languages/nginx'
import powershell from 'highlight.js/lib/languages/powershell'
import properties from 'highlight.js/lib/languages/properties'

for (const [name, language] of Object.entries({ dockerfile, http, nginx, powershell, properties })) {
  highlighter.registerLanguage(name, language)
}

// A longer block would delay everybody for too long.
const LONGEST = 100_000

/** Languages look ahead from each letter of a word, which takes quadratic time. */
const LONGEST_WORD = 1_000
const hasLongWord = (code: string): boolean => code.split(/[^\w$]/).some(({ length }) => length > LONGEST_WORD)

/** The code as HTML with classes for highlighting; only escaped when the language is unknown, or the code too long. */
export function highlighted(code: string, language: string): string {
  const isPlain = code.length > LONGEST || hasLongWord(code)
  const name = isPlain ? 'plaintext' : highlightedLanguage(language)
  return highlighter.highlight(code, { language: name, ignoreIllegals: true }).value
}

/** The language for highlighting a block, if it is known. */
export const highlightedLanguage = (language: string): string =>
  highlighter.getLanguage(language) ? language : 'plaintext'
