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
  // Most files are JSON, and do not need the YAML library.
  const { CST, Lexer, LineCounter, parseDocument } = await import('yaml')
  const deepLine = deepLineIn(new Lexer().lex(text), CST.tokenType)
  if (deepLine !== null) throw new BrokenFile(said.deep(path, deepLine))
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

/**
 * The line where nesting or indentation exceeds any realistic depth, which the parser would recurse into. Brackets and
 * dashes within texts and comments do not count; the tokens are read no further than that line.
 */
function deepLineIn(tokens: Iterable<string>, typeOf: (token: string) => string | null): number | null {
  let [line, flow, dashes] = [1, 0, 0]
  let isAtStart = true
  for (const token of tokens) {
    const type = typeOf(token)
    if (type === 'flow-seq-start' || type === 'flow-map-start') flow += 1
    else if (type === 'flow-seq-end' || type === 'flow-map-end') flow -= 1
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind') dashes += 1
    const isTooDeep = flow > MOST_INDENTS || dashes > MOST_INDENTS
    if (isTooDeep || (isAtStart && type === 'space' && token.length > 2 * MOST_INDENTS)) return line
    isAtStart = type === 'newline'
    if (isAtStart) dashes = 0
    for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) line += 1
  }
  return null
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const text = decodedText(bytes.subarray(0, 1_000)).trimStart()
  return text.startsWith('{') || text.startsWith('[')
}
