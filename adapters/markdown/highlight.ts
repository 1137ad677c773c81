import highlighter from 'highlight.js/lib/common'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import http from 'highlight.js/lib/languages/http'
import nginx from 'highlight.js/lib/languages/nginx'
import powershell from 'highlight.js/lib/languages/powershell'
import properties from 'highlight.js/lib/languages/properties'

for (const [name, language] of Object.entries({ dockerfile, http, nginx, powershell, properties })) {
  highlighter.registerLanguage(name, language)
}

// Beyond this a single block would hold up everybody for too long.
const LONGEST = 100_000

/** Languages tell words by looking ahead from each of their letters, which takes the square of the length of a word. */
const LONGEST_WORD = 1_000
const hasLongWord = (code: string): boolean => code.split(/[^\w$]/).some(({ length }) => length > LONGEST_WORD)

/** The code as HTML with classes for its parts; only escaped when the language is unknown, or the code too long. */
export function highlighted(code: string, language: string): string {
  const isPlain = code.length > LONGEST || hasLongWord(code)
  const name = isPlain ? 'plaintext' : highlightedLanguage(language)
  return highlighter.highlight(code, { language: name, ignoreIllegals: true }).value
}

/** The language a block is shown in: its own if it is known. */
export const highlightedLanguage = (language: string): string =>
  highlighter.getLanguage(language) ? language : 'plaintext'
