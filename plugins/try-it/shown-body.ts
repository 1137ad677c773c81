import type { FrameAnswer } from './frame-script.ts'

type Answer = Exclude<FrameAnswer, { readonly failure: unknown }>

/** Larger bodies take too long to highlight, and nobody reads them there. */
const MOST_SHOWN = 100_000
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/[/+]json\b/i, 'json'],
  [/[/+](?:xml|html)\b/i, 'xml'],
  [/\bjavascript\b/i, 'javascript'],
  [/\byaml\b/i, 'yaml'],
]

export interface ShownBody {
  /** Null for binary content. */
  readonly text: string | null
  /** The language for highlighting. */
  readonly language: string
  readonly isCut: boolean
}

/** The whole body as text, as far as received; null for binary content. */
export const bodyText = ({ headers, body }: Pick<Answer, 'headers' | 'body'>): string | null =>
  textIn(new Uint8Array(body), /charset\s*=\s*"?([\w-]+)/i.exec(typeIn(headers))?.[1])

const typeIn = (headers: Answer['headers']): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** A body for display. */
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
