import { wordNamed, type Argument, type NamedWord } from './words.ts'

/** Literal text, and words with their arguments. */
export type TextPart = string | (NamedWord & { readonly args: readonly Argument[] })

// Unambiguous, so matching takes linear time.
const PLACEHOLDER = /\\@|@([a-z]+)(?:\(([^()]*)\))?/gi

/** Splits a text into parts. Anything but a placeholder is literal; `\@` is an @. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [typed, name, args = ''] = found
    const named = name === undefined ? undefined : wordNamed(name)
    if (name !== undefined && named === undefined) continue
    parts.push(text.slice(end, found.index), named ? { ...named, args: argumentsOf(args) } : '@')
    end = found.index + typed.length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

/** As JSON, or else as comma-separated words, with or without quotes. */
function argumentsOf(text: string): readonly Argument[] {
  if (text.trim() === '') return []
  if (!MAY_BE_JSON.test(text)) return wordsIn(text)
  try {
    return JSON.parse(`[${text}]`) as readonly Argument[]
  } catch {
    return wordsIn(text)
  }
}
/** A list of values. The error of a text that is none takes as long as making many answers, and a template has many. */
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"|[-\d][\d.eE+-]*|true|false|null|[[{].*)`
const MAY_BE_JSON = new RegExp(String.raw`^\s*${VALUE}(?:\s*,\s*${VALUE})*\s*$`, 's')
const wordsIn = (text: string): readonly string[] =>
  text.split(',').map((part) => part.trim().replaceAll(/^['"]|['"]$/g, ''))
