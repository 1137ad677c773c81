import {
  boolYaml11Tag,
  constructFromEvents,
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_POP,
  EVENT_SCALAR,
  floatCoreTag,
  floatYaml11Tag,
  intCoreTag,
  intYaml11Tag,
  mergeTag,
  parseEvents,
} from 'js-yaml'
import { isOddNumber, WrittenNumber } from '#plugins/format-tools/api.ts'

export interface YamlValue {
  /** Of the first document; undefined when there is none. */
  readonly value: unknown
  readonly documents: 0 | 1 | 2
  /** The number of values, with the content of an anchor counted again for each of its aliases. */
  readonly weight: number
}

/** An alias before whose place its anchor has not ended. */
export class MissingAnchor extends Error {
  readonly anchor: string
  readonly position: number

  constructor(anchor: string, position: number) {
    super(`there is no anchor ${anchor}`)
    this.anchor = anchor
    this.position = position
  }
}

/** More values than asked for, with the content of anchors counted for each alias. */
export class TooHeavy extends Error {
  readonly isByAnchors: boolean

  constructor(isByAnchors: boolean) {
    super('it has too many values')
    this.isByAnchors = isByAnchors
  }
}

export interface Most {
  readonly depth: number
  readonly weight: number
  /** As its first line says: `yes` is true and `010` is 8. */
  readonly isVersion11: boolean
}

/** @throws YAMLException | MissingAnchor | TooHeavy */
export function yamlValue(source: string, most: Most): YamlValue {
  const events = parseEvents(source, { maxDepth: most.depth })
  const second = events.findIndex(({ type }, at) => type === EVENT_DOCUMENT && at > 0)
  const first = second === -1 ? events : events.slice(0, second)
  const weight = weightOf(first, source)
  if (weight > most.weight) throw new TooHeavy(first.length < most.weight)
  const schema = most.isVersion11 ? SCHEMA_OF_VERSION_11 : SCHEMA
  const [value] = constructFromEvents(first, { source, schema, json: true, maxTotalMergeKeys: -1 })
  return { value, documents: second === -1 ? 1 : 2, weight }
}

type Events = ReturnType<typeof parseEvents>

/** Counted before a value is made of it, in time linear to the events alone. */
function weightOf(events: Events, source: string): number {
  const anchors = new Map<string, number>()
  const open: { anchor: string; weight: number }[] = []
  let outer = { anchor: '', weight: 0 }
  for (const event of events) {
    if (event.type === EVENT_POP) {
      const inner = outer
      outer = open.pop() ?? inner
      if (inner.anchor !== '') anchors.set(inner.anchor, inner.weight)
      outer.weight += inner.weight
    } else if (event.type === EVENT_ALIAS) {
      const anchor = source.slice(event.anchorStart, event.anchorEnd)
      const weight = anchors.get(anchor)
      if (weight === undefined) throw new MissingAnchor(anchor, event.anchorStart)
      outer.weight += weight
    } else {
      const isNamed = event.type !== EVENT_DOCUMENT && event.anchorStart !== -1
      const anchor = isNamed ? source.slice(event.anchorStart, event.anchorEnd) : ''
      if (event.type === EVENT_SCALAR) {
        outer.weight += 1
        if (anchor !== '') anchors.set(anchor, 1)
      } else {
        open.push(outer)
        outer = { anchor, weight: 1 }
        // Inside itself it is no content.
        anchors.delete(anchor)
      }
    }
  }
  return outer.weight
}

type Mapping = Record<string, unknown>

/** As in JSON, `__proto__` is a name like others. */
export function setMember(mapping: Mapping, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(mapping, name, { value, enumerable: true, configurable: true, writable: true })
  else mapping[name] = value
}

/** A list or a mapping as a key is nothing that an API description has; writing it out could take for ever. */
function nameOf(key: unknown): string {
  if (key instanceof WrittenNumber) return key.text
  return typeof key === 'object' && key !== null ? '[object]' : String(key)
}

const mappingTag = (tagName: string, matchByTagPrefix: boolean) =>
  defineMappingTag<Mapping>(tagName, {
    ...{ matchByTagPrefix, create: () => ({}), identify: () => false },
    addPair(mapping, key, value) {
      setMember(mapping, nameOf(key), value)
      return ''
    },
    has: (mapping, key) => Object.hasOwn(mapping, nameOf(key)),
    keys: (mapping) => Object.keys(mapping),
    get: (mapping, key) => mapping[nameOf(key)],
  })

/** Tags that are not known mean nothing. */
const unknownTags = ['!', 'tag:'].flatMap((tagName) => [
  mappingTag(tagName, true),
  defineSequenceTag<unknown[]>(tagName, {
    ...{ matchByTagPrefix: true, create: () => [], identify: () => false },
    addItem: (list, value) => void list.push(value),
  }),
  defineScalarTag(tagName, { matchByTagPrefix: true, resolve: (text) => text, identify: () => false }),
])

/** Those are kept as written that would change as numbers. */
const writtenNumberTag = ({ tagName, implicitFirstChars, resolve }: typeof floatCoreTag) =>
  defineScalarTag<number | WrittenNumber>(tagName, {
    ...{ implicit: true, implicitFirstChars, identify: () => false },
    resolve(source, isExplicit, name) {
      return isOddNumber(source) ? new WrittenNumber(source) : resolve(source, isExplicit, name)
    },
  })

const SCHEMA = CORE_SCHEMA.withTags(
  writtenNumberTag(intCoreTag),
  writtenNumberTag(floatCoreTag),
  mergeTag,
  mappingTag('tag:yaml.org,2002:map', false),
  ...unknownTags,
)
/** A day stays a text: JSON has no value for it. */
const SCHEMA_OF_VERSION_11 = SCHEMA.withTags(boolYaml11Tag, intYaml11Tag, floatYaml11Tag)
