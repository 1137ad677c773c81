import type { ExportedCatalog, ExportFormat, ExportSource, ExportTools } from '#core/plugin.ts'
import { addressParts } from '../address.ts'
import { aboutFile, apiPagesOf, stillAtWork, type ApiPage } from '../api-pages.ts'
import { LeftOut } from '../left-out.ts'
import { requestOf } from './request.ts'
import { isOfCollection, ofCollection, ofEnvironment, variablesIn } from './variables.ts'

export const postmanFormat: ExportFormat = {
  id: 'postman',
  title: { en: 'Postman collection 2.1', 'zh-cn': 'Postman 集合 2.1' },
  extension: 'json',
  mediaType: 'application/json',
  write: writeCollection,
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
type Branch = Pick<ExportedCatalog, 'pages' | 'catalogs'>

async function* writeCollection(source: ExportSource, tools: ExportTools): AsyncGenerator<Uint8Array, void> {
  const leftOut = new LeftOut()
  const requests = new Map<number, string>()
  const variables = new KeptVariables(source.item.description)
  for await (const page of apiPagesOf(source, tools, leftOut, (each) => variables.take(each))) {
    if (page) requests.set(page.id, JSON.stringify(requestOf(page, tools.language)))
    if (page) tellLosses(page, leftOut)
    yield stillAtWork()
  }
  const description = aboutFile(source, tools, leftOut)
  const info = { name: source.title, ...(description !== '' && { description }), schema: SCHEMA }
  const pieces = [`{"info":${JSON.stringify(info)},"item":[`, ...entriesIn(source, requests), `]${variables.json()}}\n`]
  for (const piece of pieces) yield new TextEncoder().encode(piece)
}

/**
 * What came in as variables of a collection or as environments. A collection has no place for environments, so they stand
 * beside it as in Postman's export of all data; Postman leaves them aside, and our import reads them.
 */
class KeptVariables {
  readonly #description: string
  readonly #own = new Map<string, object>()
  readonly #environments: object[] = []

  constructor(description: string) {
    this.#description = description
  }

  /** @returns whether nothing of the page is lost */
  take(page: Record<'title' | 'content', string>): boolean {
    const found = variablesIn(page)
    if (!found) return false
    const { prose, variables } = found
    if (isOfCollection(page.title)) {
      const areKept = variables.map((each) => this.#keeps(each.key, ofCollection(each)))
      return !areKept.includes(false) && this.#description.includes(prose)
    }
    this.#environments.push({ name: page.title, values: variables.map(ofEnvironment) })
    return this.#description.includes(prose)
  }

  /** Whether this is what the collection says of the name; the first one decides. */
  #keeps(key: string, entry: object): boolean {
    const kept = this.#own.get(key)
    if (!kept) this.#own.set(key, entry)
    return !kept || JSON.stringify(kept) === JSON.stringify(entry)
  }

  /** As further members of a collection. */
  json(): string {
    const own = this.#own.size > 0 ? `,"variable":${JSON.stringify([...this.#own.values()])}` : ''
    return this.#environments.length > 0 ? `${own},"environments":${JSON.stringify(this.#environments)}` : own
  }
}

/** Requests and folders separated by commas; folders without requests are omitted. */
function* entriesIn({ pages, catalogs }: Branch, requests: ReadonlyMap<number, string>): Generator<string, void> {
  let comma = ''
  for (const { id } of pages) {
    const request = requests.get(id)
    if (request === undefined) continue
    yield comma + request
    comma = ','
  }
  for (const catalog of catalogs) {
    const within = entriesIn(catalog, requests)
    const first = within.next()
    if (first.done === true) continue
    yield `${comma}{"name":${JSON.stringify(catalog.name)},"item":[${first.value}`
    yield* within
    yield ']}'
    comma = ','
  }
}

function tellLosses({ title, document }: ApiPage, leftOut: LeftOut): void {
  const { body, response, failure, url } = document
  const isForm = body.mode === 'formdata' || body.mode === 'urlencoded'
  const described = [...(isForm ? [] : body.parameters), ...response.parameters, ...failure.parameters]
  if (described.some(({ remark }) => remark.trim() !== '')) leftOut.add('fields', title)
  if (addressParts(url).fragment !== '') leftOut.add('fragment', title)
}
