import type { ExportedCatalog, ExportFormat, ExportSource, ExportTools } from '#core/plugin.ts'
import { addressParts } from '../address.ts'
import { aboutFile, apiPagesOf, stillAtWork, type ApiPage } from '../api-pages.ts'
import { LeftOut } from '../left-out.ts'
import { requestOf } from './request.ts'

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
  for await (const page of apiPagesOf(source, tools, leftOut)) {
    if (page) requests.set(page.id, JSON.stringify(requestOf(page, tools.language)))
    if (page) tellLosses(page, leftOut)
    yield stillAtWork()
  }
  const description = aboutFile(source, tools, leftOut)
  const info = { name: source.title, ...(description !== '' && { description }), schema: SCHEMA }
  for (const piece of [`{"info":${JSON.stringify(info)},"item":[`, ...entriesIn(source, requests), ']}\n'])
    yield new TextEncoder().encode(piece)
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
