import { wordNamed, type Argument, type NamedWord } from './words.ts'

/** Typed text, and words with what stands in their parentheses. */
export type TextPart = string | (NamedWord & { readonly args: readonly Argument[] })

// Nothing in it can be matched in two ways, so it takes no longer than the text is long.
const PLACEHOLDER = /\\@|@([a-z]+)(?:\(([^()]*)\))?/gi

/** What a text is made of. What is no placeholder stays as it is typed; `\@` is an @. */
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

/** As JSON, or else as words between commas, with or without quotes. */
function argumentsOf(text: string): readonly Argument[] {
  if (text.trim() === '') return []
  try {
    return JSON.parse(`[${text}]`) as readonly Argument[]
  } catch {
    return text.split(',').map((part) => part.trim().replaceAll(/^['"]|['"]$/g, ''))
  }
}
