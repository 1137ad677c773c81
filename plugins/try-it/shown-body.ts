import type { FrameAnswer } from './frame-script.ts'

type Answer = Exclude<FrameAnswer, { readonly failure: unknown }>

/** More than this takes too long to colour, and nobody reads it there. */
const MOST_SHOWN = 100_000
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/[/+]json\b/i, 'json'],
  [/[/+](?:xml|html)\b/i, 'xml'],
  [/\bjavascript\b/i, 'javascript'],
  [/\byaml\b/i, 'yaml'],
]

export interface ShownBody {
  /** Null for what is no text. */
  readonly text: string | null
  /** By which its letters are coloured. */
  readonly language: string
  readonly isCut: boolean
}

/** All of a body as a text, as far as it came; null for what is no text. */
export const bodyText = ({ headers, body }: Pick<Answer, 'headers' | 'body'>): string | null =>
  textIn(new Uint8Array(body), /charset\s*=\s*"?([\w-]+)/i.exec(typeIn(headers))?.[1])

const typeIn = (headers: Answer['headers']): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** A body as people read it. */
export function shownBody({ headers, body, isCut }: Pick<Answer, 'headers' | 'body' | 'isCut'>): ShownBody {
  const type = typeIn(headers)
  const whole = bodyText({ headers, body })
  const guessed = /^\s*[[{]/.test(whole ?? '') ? 'json' : 'text'
  const language = LANGUAGES.find(([pattern]) => pattern.test(type))?.[1] ?? guessed
  if (whole === null || whole.length <= MOST_SHOWN) return { text: whole, language, isCut }
  return { text: whole.slice(0, MOST_SHOWN), language, isCut: true }
}

function textIn(bytes: Uint8Array, charset = 'utf-8'): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
