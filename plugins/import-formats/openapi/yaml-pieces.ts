import { isRecord } from '../json/json-value.ts'
import { BrokenFile } from '../thread/reader.ts'
import type { FirstDocument } from './yaml-first-document.ts'
import { setMember, TooHeavy, type Most as MostOfPiece, type YamlValue } from './yaml-value.ts'

/** About as much text is given to the parser at once, if it can be divided. */
const PIECE_LENGTH = 65_536
/** Mappings that lie deeper are not divided. */
const MOST_LEVELS = 12

/** A text that cannot be read in pieces, or is wrong: reading it as a whole tells. */
export class NotInPieces extends Error {
  /** Where the piece begins in which the cause was found; null when there is none. */
  readonly from: number | null

  constructor(from: number | null = null) {
    super('it is not read in pieces')
    this.from = from
  }
}

/** Reads a text that is not divided further. */
type Read = (piece: string, most: MostOfPiece) => YamlValue
type Most = Pick<MostOfPiece, 'depth' | 'weight'>

/**
 * The value of a text whose mappings are read one after another: the parser takes ten times the memory of its text. Where
 * it is not certain that the whole has the same value, there is none. @throws NotInPieces | TooHeavy | BrokenFile
 */
export function yamlInPieces(first: FirstDocument, most: Most, read: Read, pieceLength = PIECE_LENGTH): unknown {
  return new Pieces(first, most, read, pieceLength).valueOf(first.from, first.text.length, 0)
}

/** A member whose value begins in a line below its name. */
const IS_NAME_ALONE = /^ *(?:[\w$./{}~-]+|"[^"\\\n]*"|'[^'\n]*'):[ \t]*(?:#.*)?$/
/** What does not begin another member of the same mapping, or means something to all that is around it. */
const NO_NAME = new Set('-?:,[]{}#&*!|>%@`')

class Pieces {
  readonly #text: string
  readonly #isVersion11: boolean
  readonly #most: Most
  readonly #readPiece: Read
  readonly #pieceLength: number
  #weight = 0

  constructor({ text, isVersion11 }: FirstDocument, most: Most, read: Read, pieceLength: number) {
    this.#text = text
    this.#isVersion11 = isVersion11
    this.#most = most
    this.#readPiece = read
    this.#pieceLength = pieceLength
  }

  /** The mapping that these lines are. */
  valueOf(from: number, to: number, level: number): Record<string, unknown> {
    const first = this.#contentLine(from, to)
    const indent = this.#indentAt(first)
    const mapping: Record<string, unknown> = {}
    if (!this.#beginsMember(first, indent)) throw new NotInPieces()
    // Neighbours are read together until they are long enough.
    let [begin, member] = [from, from]
    const read = (upTo: number): void => {
      if (upTo > begin) this.#add(mapping, this.#read(begin, upTo, level))
      begin = upTo
    }
    for (let at = this.#nextLine(first, to); at < to; at = this.#nextLine(at, to)) {
      if (!this.#beginsMember(at, indent)) continue
      if (at - begin > this.#pieceLength) {
        read(member)
        if (at - member > this.#pieceLength) this.#add(mapping, this.#long(member, (begin = at), level))
      }
      member = at
    }
    read(member)
    if (to - member > this.#pieceLength) this.#add(mapping, this.#long(member, to, level))
    else this.#add(mapping, this.#read(member, to, level))
    return mapping
  }

  #add(mapping: Record<string, unknown>, members: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(members)) setMember(mapping, name, value)
  }

  /** A member with a long value. */
  #long(from: number, to: number, level: number): Record<string, unknown> {
    const line = this.#contentLine(from, to)
    const below = this.#nextLine(line, to)
    const name = this.#text.slice(line, below).trimEnd()
    const inner = this.#contentLine(below, to)
    const isMapping = this.#indentAt(inner) > this.#indentAt(line) && this.#beginsMember(inner, this.#indentAt(inner))
    if (level >= MOST_LEVELS || !isMapping || !IS_NAME_ALONE.test(name)) return this.#read(from, to, level)
    const named = this.#read(line, below, level)
    const value = this.valueOf(below, to, level + 1)
    return Object.fromEntries(Object.keys(named).map((each) => [each, value]))
  }

  #read(from: number, to: number, level: number): Record<string, unknown> {
    const piece = this.#text.slice(from, to)
    const [depth, weightLeft] = [this.#most.depth - level, this.#most.weight - this.#weight]
    const most = { depth, weight: weightLeft, isVersion11: this.#isVersion11 }
    const { value, documents, weight } = unlessWrong(from, () => this.#readPiece(piece, most))
    if (documents > 1 || !isRecord(value)) throw new NotInPieces()
    this.#weight += weight
    return value
  }

  /** The first line that is neither blank nor a comment; `to` when there is none. */
  #contentLine(from: number, to: number): number {
    for (let at = from; at < to; at = this.#nextLine(at, to)) {
      const sign = this.#text[at + this.#indentAt(at)]
      if (sign !== undefined && sign !== '#' && sign.trim() !== '') return at
    }
    return to
  }

  #nextLine(at: number, to: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 || end >= to ? to : end + 1
  }

  #indentAt(line: number): number {
    let at = line
    while (this.#text.charCodeAt(at) === 0x20) at += 1
    return at - line
  }

  /** Whether a line has this indentation and something that may be a name: what is deeper belongs to a member above. */
  #beginsMember(line: number, indent: number): boolean {
    if (this.#indentAt(line) !== indent) return false
    const sign = this.#text[line + indent]
    // What is merged gives way to members anywhere in the mapping.
    if (this.#text.startsWith('<<', line + indent)) throw new NotInPieces()
    return sign !== undefined && sign.trim() !== '' && !NO_NAME.has(sign)
  }
}

function unlessWrong<T>(from: number, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const isOfAll = cause instanceof TooHeavy || cause instanceof BrokenFile
    throw isOfAll ? cause : Object.assign(new NotInPieces(from), { cause })
  }
}
