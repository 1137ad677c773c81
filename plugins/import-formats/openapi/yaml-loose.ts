import { CST, isAlias, isMap, isScalar, isSeq, Lexer, parseDocument, visit } from 'yaml'
import { YAMLException } from 'js-yaml'
import { isOddNumber, WrittenNumber } from '#plugins/format-tools/api.ts'
import { MissingAnchor, TooHeavy, type Most, type YamlValue } from './yaml-value.ts'

/** Its tree takes 600 bytes of memory and six microseconds for a token; a file of real operations has one in six bytes. */
const MOST_TOKENS = 100_000
const MOST_TOKENS_TOGETHER = 400_000
/** Aliases and anchors: each alias is looked up among all of them. */
const MOST_REFERENCES = 10_000

/** More text than this library may read. */
export class TooMuchForLoose extends Error {
  readonly position: number

  constructor(position: number) {
    super('it is too much for the second library')
    this.position = position
  }
}

/** Whether a bracket or a brace closes at the indentation of its name, which js-yaml refuses. */
export const isForLoose = (error: unknown): boolean =>
  error instanceof YAMLException &&
  error.reason === 'deficient indentation' &&
  ']}'.includes(error.mark?.buffer[error.mark.position] ?? ' ')

/** Reads with a second library, slower and of more memory, what the first refuses although people write it. */
export class LooseYaml {
  #tokens = 0

  /** @throws YAMLException | MissingAnchor | TooHeavy | TooMuchForLoose */
  valueOf(source: string, most: Most): YamlValue {
    const deepest = this.#deepestWithinBounds(source, most.depth)
    try {
      return valueOf(source, most)
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      // The library calls itself for each level, and a thread has a small stack.
      return throwDeep(source, deepest)
    }
  }

  /** The place with the most open brackets, found without parsing. Brackets and dashes within texts and comments do not count. */
  #deepestWithinBounds(source: string, depth: number): number {
    let [at, flow, dashes, tokens, references] = [0, 0, 0, 0, 0]
    let deepest = { flow: 0, at: 0 }
    let isAtStart = true
    for (const token of new Lexer().lex(source)) {
      const type = CST.tokenType(token)
      tokens += 1
      this.#tokens += 1
      if (type === 'flow-seq-start' || type === 'flow-map-start') flow += 1
      else if (type === 'flow-seq-end' || type === 'flow-map-end') flow -= 1
      else if (type === 'seq-item-ind' || type === 'explicit-key-ind') dashes += 1
      else if (type === 'alias' || type === 'anchor') references += 1
      if (tokens > MOST_TOKENS || this.#tokens > MOST_TOKENS_TOGETHER || references > MOST_REFERENCES)
        throw new TooMuchForLoose(at)
      if (flow > deepest.flow) deepest = { flow, at }
      const indent = isAtStart && type === 'space' ? token.length : 0
      if (flow > depth || dashes > depth || indent > 2 * depth) throwDeep(source, at)
      isAtStart = type === 'newline'
      if (isAtStart) dashes = 0
      if (type !== 'doc-mode' && type !== 'scalar' && type !== 'flow-error-end') at += token.length
    }
    return deepest.at
  }
}

function valueOf(source: string, most: Most): YamlValue {
  const document = parseDocument(source, {
    prettyErrors: false,
    keepSourceTokens: false,
    logLevel: 'silent',
    merge: true,
    strict: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    schema: most.isVersion11 ? 'yaml-1.1' : 'core',
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
  })
  const [error] = document.errors
  if (error) YAMLException.throwAt(source, error.pos[0], error.code)
  visit(document, {
    Scalar(_, node) {
      const { value, source = '' } = node
      if (typeof value === 'number' && isOddNumber(source)) node.value = new WrittenNumber(source)
    },
  })
  const weight = weightOf(document.contents, source, most.depth)
  if (weight > most.weight) throw new TooHeavy(source.includes('*'))
  // The weight limits what aliases stand for; the library would search the whole document for each of them.
  const value: unknown = document.toJS({ maxAliasCount: -1 })
  return { value, documents: 1, weight }
}

function throwDeep(source: string, at: number): never {
  return YAMLException.throwAt(source, at, 'nesting exceeded')
}

/** Counted in time linear to the tree, with the content of an anchor counted again for each of its aliases. */
function weightOf(root: unknown, source: string, most: number): number {
  const anchors = new Map<string, { readonly node: unknown; readonly weight: number }>()
  const isMergeable = (node: unknown, inList = false): boolean => {
    const merged = isAlias(node) ? anchors.get(node.source)?.node : node
    return isMap(merged) || (!inList && isSeq(merged) && merged.items.every((item) => isMergeable(item, true)))
  }
  const weigh = (node: unknown, depth: number): number => {
    if (isAlias(node)) {
      const named = anchors.get(node.source)
      if (!named) throw new MissingAnchor(node.source, (node.range?.[0] ?? 0) + 1)
      return named.weight
    }
    let weight = 1
    if (isSeq(node)) for (const item of node.items) weight += weigh(item, depth + 1)
    else if (isMap(node))
      for (const { key, value } of node.items) {
        if (depth > most) throwDeep(source, node.range?.[0] ?? 0)
        weight += weigh(key, depth + 1) + weigh(value, depth + 1)
        // The library writes out such keys, within each other as often as two to the power of their levels.
        if (!isScalar(isAlias(key) ? anchors.get(key.source)?.node : key))
          YAMLException.throwAt(source, node.range?.[0] ?? 0, 'a key is no text')
        if (isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && !isMergeable(value))
          YAMLException.throwAt(source, key.range?.[0] ?? 0, 'cannot merge')
      }
    // An anchor holds from its end on: one inside itself is no content.
    if ((isSeq(node) || isMap(node) || isScalar(node)) && node.anchor !== undefined)
      anchors.set(node.anchor, { node, weight })
    return weight
  }
  return weigh(root, 1)
}
