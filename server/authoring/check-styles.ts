import { readFile } from 'node:fs/promises'
import { webFilesOf } from '../plugin-web-files.ts'

/** At-rules whose blocks contain rules; the blocks of all others, e.g. keyframes, select nothing. */
const GROUPS = /^@(?:media|supports|layer|container|scope|starting-style)\b/i

/**
 * Selectors in the style sheets of a dropped-in plugin that could also change the screens of the product: those that do
 * not begin with a class that begins with the plugin's id.
 */
export async function styleFaults(file: string, id: string): Promise<readonly string[]> {
  const found = await webFilesOf(file).catch(() => null)
  const faults: string[] = []
  for (const [name, { place, mediaType }] of found?.files ?? []) {
    if (!mediaType.startsWith('text/css')) continue
    for (const selector of selectorsIn(await readFile(place, 'utf8')))
      if (!new RegExp(`^\\.${id}(?![a-z0-9])`).test(selector))
        faults.push(`its ${name} styles ${selector}, which is on screens of the product too: begin with .${id}-…`)
  }
  return faults
}

/** The outermost selectors; what is nested in a rule is below its selector. */
function selectorsIn(css: string): readonly string[] {
  // Comments separate, and texts may contain braces.
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1/g, '""')
  const selectors: string[] = []
  /** Of the blocks around, whether each contains rules. */
  const around: boolean[] = []
  for (const [, before = '', mark] of text.matchAll(/([^{};]*)([{};])/g)) {
    const prelude = before.trim()
    const isOfRules = around.every(Boolean)
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    if (isOfRules && !prelude.startsWith('@')) selectors.push(...splitList(prelude))
    around.push(GROUPS.test(prelude))
  }
  return selectors
}

/** Commas in brackets, as in `:is(a, b)`, do not separate. */
function splitList(list: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if ('(['.includes(letter)) depth += 1
    if (')]'.includes(letter)) depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((part) => part.trim())
}
