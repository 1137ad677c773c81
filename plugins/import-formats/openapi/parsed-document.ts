import type { Language } from '#core/plugin.ts'
import { decodedText, parsedJson } from '../json/parsed-text.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'

/** A YAML parser needs hundreds of bytes of memory per byte of input. */
const LONGEST_YAML = 8 * 1024 * 1024
const MOST_INDENTS = 500
/** How often aliases may be used: each use is a copy when the document is traversed. */
const MOST_ALIASES = 1_000

const SAID = {
  en: {
    yaml: (name: string, line: number, column: number) => `${name} is no valid YAML (line ${line}, column ${column})`,
    aliases: (name: string) => `${name} uses its anchors too often`,
    long: (name: string) => `${name} is too long for YAML; save it as JSON`,
    deep: (name: string, line: number) => `${name} is nested too deeply (line ${line})`,
  },
  'zh-cn': {
    yaml: (name: string, line: number, column: number) => `${name} 不是有效的 YAML（第 ${line} 行第 ${column} 列）`,
    aliases: (name: string) => `${name} 中锚点引用过多`,
    long: (name: string) => `${name} 作为 YAML 过长，请另存为 JSON`,
    deep: (name: string, line: number) => `${name} 嵌套层级过深（第 ${line} 行）`,
  },
} as const

/** Parses JSON or YAML. @throws BrokenFile with the position of the error */
export async function parsedDocument({ path, bytes }: FilePart, language: Language): Promise<unknown> {
  if (looksLikeJson(bytes)) return parsedJson(bytes, path, language)
  const said = SAID[language]
  const text = decodedText(bytes)
  if (Buffer.byteLength(text) > LONGEST_YAML) throw new BrokenFile(said.long(path))
  const deepLine = deepLineIn(text)
  if (deepLine !== null) throw new BrokenFile(said.deep(path, deepLine))
  // Most files are JSON, and do not need the YAML library.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    keepSourceTokens: false,
    logLevel: 'silent',
    merge: true,
    strict: false,
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new BrokenFile(said.yaml(path, line, col))
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause
    throw Object.assign(new BrokenFile(said.aliases(path)), { cause })
  }
}

/** The line where nesting or indentation exceeds any realistic depth, which the parser would recurse into. */
function deepLineIn(text: string): number | null {
  let [line, flow, dashes, indent] = [1, 0, 0, 0]
  let isAtStart = true
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 0x0a) {
      line += 1
      ;[dashes, indent, isAtStart] = [0, 0, true]
    } else if (sign === 0x5b || sign === 0x7b) flow += 1
    else if (sign === 0x5d || sign === 0x7d) flow -= 1
    if (isAtStart && sign === 0x20) indent += 1
    else if (isAtStart && (sign === 0x2d || sign === 0x3f)) dashes += 1
    else if (sign !== 0x0a && sign !== 0x20) isAtStart = false
    if (flow > MOST_INDENTS || dashes > MOST_INDENTS || indent > 2 * MOST_INDENTS) return line
  }
  return null
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const text = decodedText(bytes.subarray(0, 1_000)).trimStart()
  return text.startsWith('{') || text.startsWith('[')
}
