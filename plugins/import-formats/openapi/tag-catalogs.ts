import { firstText, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import type { Findings } from '../thread/reader.ts'

/** Of an operation; only one counts. */
const MOST_TAGS = 20

/** The catalogs of a document: its tags, in the tag groups if there are any, created when they are first used. */
export class TagCatalogs {
  readonly #into: Findings
  readonly #webhooks: string
  readonly #made = new Map<string, string>()
  /** Group names by tag. */
  readonly #groupOf: ReadonlyMap<string, string>
  readonly #shownName: ReadonlyMap<string, string>
  readonly #place: ReadonlyMap<string, number>

  constructor(document: JsonRecord, into: Findings, webhooks: string) {
    this.#into = into
    this.#webhooks = webhooks
    const tags = listIn(document['tags']).map(recordIn)
    const groups = listIn(document['x-tagGroups']).map(recordIn)
    this.#groupOf = new Map(
      groups.flatMap(({ name, tags: within }) => listIn(within).map((tag) => [textIn(tag), textIn(name)] as const)),
    )
    this.#shownName = new Map(tags.map((tag) => [textIn(tag['name']), firstText(tag['x-displayName'], tag['name'])]))
    this.#place = new Map(tags.map(({ name }, at) => [textIn(name), at + 1]))
  }

  /** The catalog of the first tag; null, the root, for an operation without tags. */
  catalogFor(tags: unknown, isWebhook: boolean): string | null {
    if (isWebhook) return this.#catalog('webhooks', { parentId: null, name: this.#webhooks })
    const tag = listIn(tags)
      .slice(0, MOST_TAGS)
      .map(textIn)
      .find((each) => each.trim() !== '')
    if (tag === undefined) return null
    const group = this.#groupOf.get(tag) ?? ''
    const parentId = group === '' ? null : this.#catalog(`group ${group}`, { parentId: null, name: group })
    const place = this.#place.get(tag)
    const order = place === undefined ? {} : { order: place }
    return this.#catalog(`tag ${tag}`, { parentId, name: this.#shownName.get(tag) ?? tag, ...order })
  }

  #catalog(
    id: string,
    facts: { readonly parentId: string | null; readonly name: string; readonly order?: number },
  ): string {
    const known = this.#made.get(id)
    if (known !== undefined) return known
    this.#into.catalog({ id, ...facts })
    this.#made.set(id, id)
    return id
  }
}
