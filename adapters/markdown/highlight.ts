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

/** The code as HTML with classes for its parts; only escaped when the language is unknown. */
export function highlighted(code: string, language: string): string {
  const name = code.length > LONGEST ? 'plaintext' : highlightedLanguage(language)
  return highlighter.highlight(code, { language: name, ignoreIllegals: true }).value
}

/** The language a block is shown in: its own if it is known. */
export const highlightedLanguage = (language: string): string =>
  highlighter.getLanguage(language) ? language : 'plaintext'
