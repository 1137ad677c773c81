import { readFile } from 'node:fs/promises'
import { webFilesOf } from '../plugin-web-files.ts'
import { placeOf, splitList, type Parent } from './own-selectors.ts'

/** At-rules whose blocks contain rules; the blocks of all others, e.g. keyframes, select nothing. */
const GROUPS = /^@(?:media|supports|layer|container|scope|starting-style)\b/i

/**
 * Selectors in the style sheets of a dropped-in plugin that could also change the screens of the product: those that do
 * not only match what has a class that begins with the plugin's id, or is below it.
 */
export async function styleFaults(file: string, id: string): Promise<readonly string[]> {
  const found = await webFilesOf(file).catch(() => null)
  const faults: string[] = []
  for (const [name, { place, mediaType }] of found?.files ?? [])
    if (mediaType.startsWith('text/css'))
      for (const selector of strayIn(await readFile(place, 'utf8'), id))
        faults.push(`its ${name} styles ${selector}, which is on screens of the product too: begin with .${id}-…`)
  return faults
}

interface Block {
  readonly hasRules: boolean
  readonly parent: Parent
}

/** The selectors that may match anything of the product. */
export function strayIn(css: string, id: string): readonly string[] {
  const ownClass = new RegExp(`^\\.${id}(?![a-z0-9])`)
  const stray: string[] = []
  const around: Block[] = [{ hasRules: true, parent: null }]
  for (const [, before = '', mark] of withoutTexts(css).matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}' && around.length > 1) around.pop()
    const outer = around.at(-1)
    if (mark === '{' && outer) around.push(blockIn(outer, before.trim()))
  }
  return stray

  function blockIn({ hasRules, parent }: Block, prelude: string): Block {
    if (!hasRules || prelude.startsWith('--')) return { hasRules: false, parent }
    if (prelude.startsWith('@')) return { hasRules: GROUPS.test(prelude), parent: scopeOf(prelude) ?? parent }
    const places = splitList(prelude).map((each) => ({ each, place: placeOf(each, ownClass, parent) }))
    const faults = places.filter(({ place }) => place === 'anywhere')
    stray.push(...faults.map(({ each }) => each))
    const isOwn = places.every(({ place }) => place === 'own')
    // What is nested in a rule that reaches too far is told with it.
    return { hasRules: faults.length === 0, parent: isOwn ? 'own' : 'within' }
  }

  /** Nothing outside of a scope that only a class of the plugin begins is matched in it. */
  function scopeOf(prelude: string): Parent {
    const [, roots] = /^@scope\s*\(([\s\S]*?)\)\s*(?:to\b[\s\S]*)?$/i.exec(prelude) ?? []
    if (roots === undefined) return null
    return splitList(roots).every((root) => placeOf(root, ownClass, null) !== 'anywhere') ? 'within' : null
  }
}

/** Comments separate; texts and addresses may contain braces. */
const withoutTexts = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\/|url\([^"')]*\)|(["'])((?:\\[\s\S]|(?!\1)[^\\])*)\1/gi, (found, _, text?: string) => {
    if (found.startsWith('/*')) return ' '
    return text !== undefined && /^[\w -]*$/.test(text) ? found : '""'
  })
