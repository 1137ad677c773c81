import {
  insertion,
  removals,
  spliced,
  type Splice,
  memberOf,
  type JsonArray,
  type JsonNode,
  type JsonObject,
} from '#plugins/format-tools/api.ts'

/** Changes of one JSON text, made all at once: what none of them is about stays to the letter. */
export class JsonChanges {
  readonly #text: string
  readonly #splices: Splice[] = []
  readonly #added = new Map<JsonObject | JsonArray, string[]>()
  readonly #gone = new Map<JsonObject, Set<string>>()

  constructor(text: string) {
    this.#text = text
  }

  rawOf(node: JsonNode): string {
    return this.#text.slice(node.start, node.end)
  }

  replace(node: JsonNode, raw: string): void {
    if (raw !== this.rawOf(node)) this.#splices.push({ start: node.start, end: node.end, text: raw })
  }

  /** Puts a value at a name, where there is one or not. */
  setMember(object: JsonObject, name: string, raw: string): void {
    const there = memberOf(object, name)
    if (there) this.replace(there.node, raw)
    else this.#add(object, `${JSON.stringify(name)}: ${raw}`)
  }

  /** Of a name that comes more than once all are taken out: otherwise an older value would come to light. */
  removeMember(object: JsonObject, name: string): void {
    if (!memberOf(object, name)) return
    const gone = this.#gone.get(object)
    if (gone) gone.add(name)
    else this.#gone.set(object, new Set([name]))
  }

  /** Puts a value at a number of a list, be it an array or an object with numbers as names; undefined for none. */
  setNumbered(list: JsonObject | JsonArray, at: number, raw: string | undefined): void {
    if (list.kind === 'object') {
      if (raw === undefined) this.removeMember(list, String(at))
      else this.setMember(list, String(at), raw)
      return
    }
    const there = list.entries[at]
    // Others keep their places.
    if (there) return this.replace(there.node, raw ?? '{}')
    if (raw === undefined) return
    const added = this.#added.get(list) ?? []
    const missing = at - list.entries.length - added.length
    for (let count = 0; count < missing; count += 1) this.#add(list, '{}')
    if (missing >= 0) this.#add(list, raw)
    else added[at - list.entries.length] = raw
  }

  #add(list: JsonObject | JsonArray, raw: string): void {
    const added = this.#added.get(list)
    if (added) added.push(raw)
    else this.#added.set(list, [raw])
  }

  /** The letters of this part of the text after the changes, all of which lie within it. */
  within(node: JsonNode): string {
    const splices = [...this.#splices]
    const isLaidOut = this.#text.includes('\n')
    for (const [list, added] of this.#added) splices.push(this.#addition(list, added, isLaidOut))
    for (const [object, gone] of this.#gone) {
      if (this.#added.has(object) && isEmptied(object, gone)) continue
      const entries = object.entries.filter(({ name }) => gone.has(name))
      for (const splice of removals(object, entries)) splices.push(splice)
    }
    const inside = splices.map(({ start, end, text }) => ({
      start: start - node.start,
      end: end - node.start,
      text,
    }))
    return inside.length === 0 ? this.rawOf(node) : spliced(this.rawOf(node), inside)
  }

  #addition(list: JsonObject | JsonArray, added: readonly string[], isLaidOut: boolean): Splice {
    const raw = added.join(', ')
    const gone = list.kind === 'object' ? this.#gone.get(list) : undefined
    if (list.kind === 'object' && gone && isEmptied(list, gone))
      return { start: list.start + 1, end: list.end - 1, text: raw }
    return insertion(this.#text, list, list.entries.length, raw, isLaidOut)
  }
}

const isEmptied = (object: JsonObject, gone: ReadonlySet<string>): boolean =>
  object.entries.every(({ name }) => gone.has(name))
