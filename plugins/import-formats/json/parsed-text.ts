import type { Language } from '#core/plugin.ts'
import { parsedWithOddNumbers } from '#plugins/format-tools/api.ts'
import { BrokenFile } from '../thread/reader.ts'
import { utf16Of } from './utf8-pieces.ts'

const MOST_DEPTH = 500
const MOST_VALUES = 4_000_000

const SAID = {
  en: {
    json: (place: string, name: string) => `${name} is no valid JSON${place}`,
    place: (line: number, column: number) => ` (line ${line}, column ${column})`,
    deep: (place: string, name: string) => `${name} is nested too deeply${place}`,
    many: (name: string) => `${name} has too many values`,
  },
  'zh-cn': {
    json: (place: string, name: string) => `${name} 不是有效的 JSON${place}`,
    place: (line: number, column: number) => `（第 ${line} 行第 ${column} 列）`,
    deep: (place: string, name: string) => `${name} 嵌套层级过深${place}`,
    many: (name: string) => `${name} 中的值过多`,
  },
} as const

/**
 * Decodes text by its byte order mark, else as UTF-8, else in the legacy Chinese encoding; without a byte order mark.
 */
export function decodedText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Whether a file may be text: bytes of zero only occur in it when its byte order mark says so. */
export const looksLikeText = (first: Uint8Array): boolean => !first.includes(0) || utf16Of(first) !== null

/** Numbers that would change are kept as written. @throws BrokenFile with the position of the error */
export function parsedJson(bytes: Uint8Array, name: string, language: Language): unknown {
  const said = SAID[language]
  const text = decodedText(bytes)
  const placeOf = (at: number): string => {
    const before = text.slice(0, at)
    const line = before.split('\n').length
    return said.place(line, at - before.lastIndexOf('\n'))
  }
  const utf8 = utf16Of(bytes) === null ? bytes : Buffer.from(text)
  const { deepAt, values } = weightOf(utf8)
  if (deepAt !== null) throw new BrokenFile(said.deep(placeOf(decodedText(utf8.subarray(0, deepAt)).length), name))
  if (values > MOST_VALUES) throw new BrokenFile(said.many(name))
  try {
    return parsedWithOddNumbers(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : ''
    const at = /at position (\d+)/.exec(message)?.[1]
    const end = /end of JSON/i.test(message) ? text.length : null
    const place = at === undefined ? end : Number(at)
    throw Object.assign(new BrokenFile(said.json(place === null ? '' : placeOf(place), name)), { cause })
  }
}

/** An estimate of the parsed size, counted without parsing. */
function weightOf(bytes: Uint8Array): { readonly deepAt: number | null; readonly values: number } {
  let [depth, values, isInText, isEscaped] = [0, 0, false, false]
  // Without iterators: a hundred million steps must be fast.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isEscaped) isEscaped = false
    else if (isInText) {
      if (byte === 0x5c) isEscaped = true
      else if (byte === 0x22) isInText = false
    } else if (byte === 0x22) isInText = true
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
      if (depth > MOST_DEPTH) return { deepAt: at, values }
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    else if (byte === 0x2c) values += 1
  }
  return { deepAt: null, values }
}
