import type { ImportSource } from '#core/plugin.ts'
import { decodedText } from './parsed-text.ts'
import { utf16Of, utf8Pieces } from './utf8-pieces.ts'

/** The keys of a JSON file's top level, or of its first list entry, found without parsing the whole file. */
export interface JsonShape {
  readonly kind: 'object' | 'list'
  readonly keys: ReadonlySet<string>
}

const shapes = new WeakMap<ImportSource, Promise<JsonShape | null>>()

/** Null when it is not JSON. Determined once per file, however many formats ask. */
export function jsonShape(file: ImportSource): Promise<JsonShape | null> {
  const shape = shapes.get(file) ?? shapeOf(file)
  shapes.set(file, shape)
  return shape
}

async function shapeOf(file: ImportSource): Promise<JsonShape | null> {
  const scanner = new JsonScanner()
  const first = utf16Of(file.first) === null ? file.first : Buffer.from(decodedText(file.first))
  if (!scanner.begins(first)) return null
  for await (const piece of utf8Pieces(file)) {
    scanner.scan(piece)
    if (scanner.isDone) break
  }
  return scanner.shape
}

const MOST_KEYS = 200
const LONGEST_KEY = 100
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE, COLON] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a]
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 9 && byte <= 13)

/** Scans bytes, collecting keys of the relevant level only. */
class JsonScanner {
  readonly #keys = new Set<string>()
  #kind: JsonShape['kind'] = 'object'
  #depth = 0
  #isInText = false
  #isEscaped = false
  #text: number[] = []
  #isDone = false

  get isDone(): boolean {
    return this.#isDone || this.#keys.size >= MOST_KEYS
  }
  get shape(): JsonShape {
    return { kind: this.#kind, keys: this.#keys }
  }
  get #keyDepth(): number {
    return this.#kind === 'object' ? 1 : 2
  }

  begins(first: Uint8Array): boolean {
    const at = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0
    const sign = first.subarray(at).find((byte) => !isSpace(byte))
    if (sign === OPEN_LIST) this.#kind = 'list'
    return sign === OPEN_LIST || sign === OPEN
  }

  scan(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInText) this.#inText(byte)
      else this.#between(byte)
      if (this.isDone) return
    }
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#isInText = false
      return
    }
    if (this.#depth === this.#keyDepth && this.#text.length < LONGEST_KEY) this.#text.push(byte)
  }

  #between(byte: number): void {
    if (byte === QUOTE) {
      this.#isInText = true
      this.#text = []
    } else if (byte === COLON && this.#depth === this.#keyDepth) this.#keys.add(Buffer.from(this.#text).toString())
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      // The first entry is representative of a list.
      this.#depth -= 1
      this.#isDone = this.#depth < this.#keyDepth
    }
  }
}
