import { YAMLException } from 'js-yaml'
import type { Language } from '#core/plugin.ts'
import { BrokenFile } from '../thread/reader.ts'
import { firstDocument } from './yaml-first-document.ts'
import { isForLoose, LooseYaml, TooMuchForLoose } from './yaml-loose.ts'
import { NotInPieces, yamlInPieces } from './yaml-pieces.ts'
import { MissingAnchor, TooHeavy, yamlValue, type Most, type YamlValue } from './yaml-value.ts'

/** GitHub's document has 10 MB, 280,000 lines and 430,000 values. */
const LONGEST = 14 * 1024 * 1024
const MOST_LINES = 600_000
const MOST_DEPTH = 500
/** With the content of anchors counted for each alias: a document is traversed as if each were a copy. */
const MOST_VALUES = 1_000_000
/** Of what cannot be read in pieces: signs of which each may make two objects of the parser. */
const MOST_MARKS = 250_000
/** By character code. */
const IS_MARK = new Uint8Array(0x1_00_00)
for (const sign of '\n,:-[{?') IS_MARK[sign.charCodeAt(0)] = 1

const SAID = {
  en: {
    yaml: (name: string, line: number, column: number) => `${name} is no valid YAML (line ${line}, column ${column})`,
    many: (name: string) => `${name} has more than ${MOST_VALUES.toLocaleString('en')} values; save it as JSON`,
    anchors: (name: string) =>
      `${name} uses its anchors too often: it would have more than ${MOST_VALUES.toLocaleString('en')} values`,
    anchor: (name: string, anchor: string, line: number) => `${name} has no anchor ${anchor} before line ${line}`,
    apart: (name: string, anchor: string, line: number) =>
      `${name} is too long for YAML that uses anchors of other parts (${anchor} in line ${line}); save it as JSON`,
    closes: (name: string, line: number) =>
      `${name} is too long for YAML whose brackets close at the indentation of their names (line ${line}); indent them or save it as JSON`,
    map: (name: string, line: number) => `${name} merges something that is no mapping (line ${line})`,
    long: (name: string) => `${name} is too long for YAML; save it as JSON`,
    deep: (name: string, line: number) => `${name} is nested too deeply (line ${line})`,
  },
  'zh-cn': {
    yaml: (name: string, line: number, column: number) => `${name} 不是有效的 YAML（第 ${line} 行第 ${column} 列）`,
    many: (name: string) => `${name} 中的值超过 ${MOST_VALUES.toLocaleString('en')} 个，请另存为 JSON`,
    anchors: (name: string) => `${name} 中锚点引用过多，展开后的值将超过 ${MOST_VALUES.toLocaleString('en')} 个`,
    anchor: (name: string, anchor: string, line: number) => `${name} 在第 ${line} 行之前没有定义锚点 ${anchor}`,
    apart: (name: string, anchor: string, line: number) =>
      `${name} 引用了其他部分的锚点（第 ${line} 行的 ${anchor}），作为这样的 YAML 过长，请另存为 JSON`,
    closes: (name: string, line: number) =>
      `${name} 的右括号与其键名缩进相同（第 ${line} 行），作为这样的 YAML 过长，请增加缩进或另存为 JSON`,
    map: (name: string, line: number) => `${name} 合并了不是映射的内容（第 ${line} 行）`,
    long: (name: string) => `${name} 作为 YAML 过长，请另存为 JSON`,
    deep: (name: string, line: number) => `${name} 嵌套层级过深（第 ${line} 行）`,
  },
} as const

/** The value of a YAML text: of the first of its documents. @throws BrokenFile with the position of the error */
export function yamlDocument(text: string, name: string, language: Language): unknown {
  const said = SAID[language]
  if (Buffer.byteLength(text) > LONGEST || linesUpTo(text, text.length) > MOST_LINES)
    throw new BrokenFile(said.long(name))
  const first = firstDocument(text)
  const loose = new LooseYaml()
  const read = (piece: string, most: Most): YamlValue => {
    if (hasManyMarks(piece)) throw new BrokenFile(said.long(name))
    try {
      return yamlValue(piece, most)
    } catch (cause) {
      if (!isForLoose(cause)) throw cause
      return loose.valueOf(piece, most)
    }
  }
  const told = (cause: unknown, from: number): unknown => {
    const problem = problemOf(cause, { text, from, name, language })
    return problem === null ? cause : Object.assign(new BrokenFile(problem), { cause })
  }
  const most = { depth: MOST_DEPTH, weight: MOST_VALUES }
  try {
    return yamlInPieces(first, most, read)
  } catch (cause) {
    if (!(cause instanceof NotInPieces)) throw told(cause, 0)
    // What is wrong with a piece is wrong with all of it, unless an anchor lies in another one.
    const isFinal = cause.cause instanceof TooMuchForLoose || hasManyMarks(first.text)
    if (cause.from !== null && isFinal) throw told(cause.cause, cause.from)
  }
  try {
    return read(first.text, { ...most, isVersion11: first.isVersion11 }).value ?? null
  } catch (cause) {
    throw told(cause, 0)
  }
}

interface Place {
  readonly text: string
  /** Where the piece begins in it that was read. */
  readonly from: number
  readonly name: string
  readonly language: Language
}

function problemOf(error: unknown, { text, from, name, language }: Place): string | null {
  const said = SAID[language]
  if (error instanceof TooHeavy) return error.isByAnchors ? said.anchors(name) : said.many(name)
  if (error instanceof TooMuchForLoose) return said.closes(name, linesUpTo(text, from + error.position))
  if (error instanceof MissingAnchor) {
    const at = from + error.position
    const isApart = from > 0 && hasAnchor(text.slice(0, from), error.anchor)
    return said[isApart ? 'apart' : 'anchor'](name, error.anchor, linesUpTo(text, at))
  }
  if (!(error instanceof YAMLException)) return null
  const [line, column] = placeOf(text, from + (error.mark?.position ?? 0))
  if (error.reason.startsWith('nesting exceeded')) return said.deep(name, line)
  return error.reason.startsWith('cannot merge') ? said.map(name, line) : said.yaml(name, line, column)
}

function hasAnchor(text: string, anchor: string): boolean {
  const sign = `&${anchor}`
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (!/[^\s,[\]{}]/.test(text.charAt(at + sign.length))) return true
  return false
}

function hasManyMarks(text: string): boolean {
  let marks = 0
  if (text.length <= MOST_MARKS) return false
  for (let at = 0; at < text.length && marks <= MOST_MARKS; at += 1) if (IS_MARK[text.charCodeAt(at)] === 1) marks += 1
  return marks > MOST_MARKS
}

const placeOf = (text: string, position: number): readonly [line: number, column: number] => [
  linesUpTo(text, position),
  position - text.lastIndexOf('\n', position - 1),
]

function linesUpTo(text: string, end: number): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
