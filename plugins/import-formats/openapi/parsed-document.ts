import type { Language } from '#core/plugin.ts'
import { decodedText, parsedJson } from '../json/parsed-text.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'

/** A YAML parser needs hundreds of bytes of memory per byte of input. */
const LONGEST_YAML = 8 * 1024 * 1024
/** A file of real operations has a sixth as many for its length. */
const MOST_TOKENS = 3_000_000
/** The shortest line of content has three tokens. */
const MOST_LINES = MOST_TOKENS / 3
const MOST_INDENTS = 500
/** Aliases and anchors: each alias is looked up among all of them. */
const MOST_REFERENCES = 20_000
/** The library makes an error of each tag that it does not know. */
const MOST_TAGS = 10_000
/** With the content of anchors counted for each alias: a document is traversed as if each were a copy. */
const MOST_VALUES = 4_000_000

const SAID = {
  en: {
    yaml: (name: string, line: number, column: number) => `${name} is no valid YAML (line ${line}, column ${column})`,
    aliases: (name: string) => `${name} uses its anchors too often`,
    tags: (name: string) => `${name} has more than ${MOST_TAGS.toLocaleString('en')} tags`,
    anchor: (name: string, anchor: string, line: number) => `${name} has no anchor ${anchor} before line ${line}`,
    map: (name: string) => `${name} merges something that is no mapping`,
    long: (name: string) => `${name} is too long for YAML; save it as JSON`,
    deep: (name: string, line: number) => `${name} is nested too deeply (line ${line})`,
  },
  'zh-cn': {
    yaml: (name: string, line: number, column: number) => `${name} 不是有效的 YAML（第 ${line} 行第 ${column} 列）`,
    aliases: (name: string) => `${name} 中锚点引用过多`,
    tags: (name: string) => `${name} 中的标签（!）超过 ${MOST_TAGS.toLocaleString('en')} 个`,
    anchor: (name: string, anchor: string, line: number) => `${name} 在第 ${line} 行之前没有定义锚点 ${anchor}`,
    map: (name: string) => `${name} 合并了不是映射的内容`,
    long: (name: string) => `${name} 作为 YAML 过长，请另存为 JSON`,
    deep: (name: string, line: number) => `${name} 嵌套层级过深（第 ${line} 行）`,
  },
} as const

/** Parses JSON or YAML. @throws BrokenFile with the position of the error */
export async function parsedDocument({ path, bytes }: FilePart, language: Language): Promise<unknown> {
  if (looksLikeJson(bytes)) return parsedJson(bytes, path, language)
  const said = SAID[language]
  const text = decodedText(bytes)
  if (Buffer.byteLength(text) > LONGEST_YAML || linesIn(text) > MOST_LINES) throw new BrokenFile(said.long(path))
  // Most files are JSON, and do not need the YAML library.
  const { CST, Lexer, LineCounter, parseDocument } = await import('yaml')
  const excess = excessIn(new Lexer().lex(text), CST.tokenType)
  if (excess?.kind === 'deep') throw new BrokenFile(said.deep(path, excess.line))
  if (excess?.kind === 'tags') throw new BrokenFile(said.tags(path))
  if (excess) throw new BrokenFile(excess.kind === 'tokens' ? said.long(path) : said.aliases(path))
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
  const { yamlWeight } = await import('./yaml-weight.ts')
  const weight = yamlWeight(document.contents, ({ source, range }) => {
    throw new BrokenFile(said.anchor(path, source, lines.linePos(range?.[0] ?? 0).line))
  })
  if (weight > MOST_VALUES) throw new BrokenFile(said.aliases(path))
  try {
    // Their count is limited above; the library would search the whole document for each of them.
    return document.toJS({ maxAliasCount: -1 }) as unknown
  } catch (cause) {
    const isMerge = cause instanceof Error && cause.message.startsWith('Merge sources')
    if (!isMerge && !(cause instanceof ReferenceError)) throw cause
    throw Object.assign(new BrokenFile(isMerge ? said.map(path) : said.aliases(path)), { cause })
  }
}

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

type Excess =
  | { readonly kind: 'tokens' | 'references' | 'tags' }
  /** The line where nesting or indentation exceeds any realistic depth, which the parser would recurse into. */
  | { readonly kind: 'deep'; readonly line: number }

/**
 * The first limit that a document exceeds, found without parsing and read no further; null for none. Brackets and dashes
 * within texts and comments do not count.
 */
function excessIn(tokens: Iterable<string>, typeOf: (token: string) => string | null): Excess | null {
  let [line, flow, dashes, references, tags, count] = [1, 0, 0, 0, 0, 0]
  let isAtStart = true
  for (const token of tokens) {
    count += 1
    if (count > MOST_TOKENS) return { kind: 'tokens' }
    const type = typeOf(token)
    if (type === 'flow-seq-start' || type === 'flow-map-start') flow += 1
    else if (type === 'flow-seq-end' || type === 'flow-map-end') flow -= 1
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind') dashes += 1
    else if (type === 'alias' || type === 'anchor') references += 1
    else if (type === 'tag') tags += 1
    if (references > MOST_REFERENCES) return { kind: 'references' }
    if (tags > MOST_TAGS) return { kind: 'tags' }
    const isTooDeep = flow > MOST_INDENTS || dashes > MOST_INDENTS
    if (isTooDeep || (isAtStart && type === 'space' && token.length > 2 * MOST_INDENTS)) return { kind: 'deep', line }
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
