import { limits } from '#core/limits.ts'
import { isOfWord } from './words.ts'

/** What groups may hold altogether: they are copied out of the worker, and each match may hold the rest of the page. */
const MOST_IN_GROUPS = 10 * limits.pageContentLength

/** A regular expression to be found. */
export interface ExpressionQuery {
  readonly text: string
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
}

/** Where it was found in a text, with what its groups hold; the first is all of it. */
export interface FoundPlace {
  readonly start: number
  readonly end: number
  readonly groups: readonly string[]
}

/** Null for an expression that is wrong. */
export function expressionOf({ text, isCaseSensitive }: ExpressionQuery): RegExp | null {
  try {
    return new RegExp(text, isCaseSensitive ? 'gmu' : 'gimu')
  } catch {
    return null
  }
}

/**
 * Where it is found in each of these texts, `most` places at most; null when its groups hold too much. It may take for
 * ever.
 */
export function placesOf(
  texts: readonly string[],
  query: ExpressionQuery,
  most: number,
): readonly (readonly FoundPlace[])[] | null {
  const expression = expressionOf(query)
  let left = expression ? most : 0
  let inGroups = 0
  const places = texts.map((text) => {
    const found: FoundPlace[] = []
    if (!expression || left === 0) return found
    for (const match of text.matchAll(expression)) {
      const place = { start: match.index, end: match.index + match[0].length }
      if (match[0] === '' || (query.isWholeWord && !isWhole(text, place))) continue
      const groups = [...match].map((group: string | undefined) => group ?? '')
      for (const { length } of groups) inGroups += length
      found.push({ ...place, groups })
      left = inGroups > MOST_IN_GROUPS ? 0 : left - 1
      if (left === 0) break
    }
    return found
  })
  return inGroups > MOST_IN_GROUPS ? null : places
}

/** Whether no word goes on before or after it. */
const isWhole = (text: string, { start, end }: { readonly start: number; readonly end: number }): boolean =>
  !(isOfWord(text.slice(0, start)) && isOfWord(text.slice(start, start + 1))) &&
  !(isOfWord(text.slice(0, end)) && isOfWord(text.slice(end, end + 1)))

/** What is put in for a match: `$1` is its first group, `$&` all of it and `$$` a dollar, as in the markdown source. */
export const putInFor = (groups: readonly string[], replacement: string): string =>
  replacement.replaceAll(/\$(?:([$&])|(\d+))/g, (written: string, sign?: string, digits = '') => {
    if (sign !== undefined) return sign === '$' ? '$' : (groups[0] ?? '')
    for (let length = digits.length; length > 0; length -= 1) {
      const group = groups[Number(digits.slice(0, length))]
      if (Number(digits.slice(0, length)) > 0 && group !== undefined) return group + digits.slice(length)
    }
    return written
  })
