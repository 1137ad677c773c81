import { isUtf8 } from 'node:buffer'
import type { LookProblem } from '../look-problem.ts'
import type { ReasonCode } from '../reasons.ts'
import { ShowdocRefusal } from '../refusal.ts'
import type { Dump } from './dump-file.ts'

/** Texts of which it is not certain what they say. */
interface Doubtful {
  readonly code: ReasonCode
  count: number
  /** Of the first one. */
  line: number
}

/** Takes the texts of a dump for what they are, and notes where that is not certain. */
export class DumpTexts {
  readonly #encoding: Dump['encoding']
  readonly #set: string
  readonly #doubts = new Map<ReasonCode, Doubtful>()
  readonly #wider = new Set<string>()

  constructor({ encoding, set }: Pick<Dump, 'encoding' | 'set'>) {
    this.#encoding = encoding
    this.#set = set
  }

  get problems(): readonly LookProblem[] {
    // A dump of UTF-8 that was taken for latin1 has all characters, and comes whole in that set alone.
    const doubts = [...this.#doubts.values()].filter(
      ({ code }) => code !== 'dumpNarrow' || !this.#doubts.has('dumpLatin1AsUtf8'),
    )
    return doubts.map(({ code, count, line }) => ({
      code,
      values: {
        ...{ count, line },
        ...(code === 'dumpUndecodable' && { set: this.#set }),
        ...(code === 'dumpNarrow' && { set: this.#set, wider: [...this.#wider].toSorted().join(', ') }),
      },
    }))
  }

  /** Notes the texts of a row in which characters may be missing that its table has and the dump has not. */
  noteNarrow(values: readonly (string | Uint8Array | null)[], sets: ReadonlySet<string>, line: number): void {
    const wider = [...sets].filter((set) => breadthOf(set) > breadthOf(this.#set))
    if (wider.length === 0) return
    for (const value of values) {
      if (typeof value !== 'string' || !value.includes('?')) continue
      for (const set of wider) this.#wider.add(set)
      this.#note('dumpNarrow', line)
    }
  }

  /**
   * A text; its bytes when they are in no character set, so that whoever reads them finds the place.
   * @param raw as `Dump.pieces` have it
   * @param introducer the name of a character set before it; '' for none
   */
  textOf(raw: string, line: number, introducer: string): string | Uint8Array {
    if (isAscii(raw)) return raw
    const isBytes = this.#encoding !== 'decoded'
    if (introducer !== '' && !(isBytes ? OF_BYTES : OF_DECODED).has(introducer) && introducer !== this.#set)
      throw new ShowdocRefusal('dumpTextInOtherSet', { set: introducer, line })
    if (isBytes) return this.textOfBytes(Buffer.from(raw, 'latin1'), line)
    if (!raw.includes(REPLACED)) return raw
    this.#note('dumpUndecodable', line)
    return Buffer.from(raw.split(REPLACED).map(toHex).join('ff'), 'hex')
  }

  textOfBytes(bytes: Buffer, line: number): string | Uint8Array {
    if (isUtf8(bytes)) {
      const text = bytes.toString()
      if (this.#encoding === 'latin1' && !isAscii(text)) this.#note('dumpLatin1AsUtf8', line)
      else if (isEncodedTwice(text)) this.#note('dumpTwice', line)
      return text
    }
    if (this.#encoding === 'latin1') {
      this.#note('dumpLatin1', line)
      return new TextDecoder('windows-1252').decode(bytes)
    }
    if (this.#set === '') throw new ShowdocRefusal('dumpTextNotUtf8', { line })
    this.#note('dumpUndecodable', line)
    return bytes
  }

  #note(code: ReasonCode, line: number): void {
    const doubtful = this.#doubts.get(code) ?? { code, count: 0, line }
    doubtful.count += 1
    this.#doubts.set(code, doubtful)
  }
}

const REPLACED = '\uFFFD'
const OF_BYTES: ReadonlySet<string> = new Set(['utf8', 'utf8mb3', 'utf8mb4', 'binary'])
const OF_DECODED: ReadonlySet<string> = new Set()

// eslint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text)
const toHex = (text: string): string => Buffer.from(text).toString('hex')

/** The bytes that MySQL's latin1 has for characters beyond the first 256. */
const BYTES_OF_LATIN1: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at)), 0x80 + at]),
)

/** Whether it is UTF-8 that somebody took for latin1 and encoded once more. */
function isEncodedTwice(text: string): boolean {
  const bytes: number[] = []
  let isWider = false
  for (const sign of text) {
    const byte = BYTES_OF_LATIN1.get(sign) ?? sign.charCodeAt(0)
    if (byte > 0xff) return false
    isWider ||= byte > 0x7f
    bytes.push(byte)
  }
  return isWider && isUtf8(Uint8Array.from(bytes))
}

/** How many characters there are in MySQL's character sets: each of a broader one than before. */
const BREADTHS: readonly (readonly string[])[] = [
  ['ascii'],
  ['latin1'],
  ['gb2312', 'big5'],
  ['gbk'],
  ['utf8', 'utf8mb3'],
  ['utf8mb4', 'gb18030', 'binary', ''],
]

/** Of one that is not known, none. */
const breadthOf = (set: string): number => BREADTHS.findIndex((sets) => sets.includes(set))
