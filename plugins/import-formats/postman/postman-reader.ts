import type { ImportedPage, Language } from '#core/plugin.ts'
import { firstText, isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import { parsedJson } from '../json/parsed-text.ts'
import { placeBelow, ROOT, type TreePlace } from '../thread/catalog-tree.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import { BrokenFile, type Findings, type FormatReader } from '../thread/reader.ts'
import { descriptionOf, requestContent } from './request-content.ts'
import { upgraded } from './upgraded.ts'
import { variablesTable } from './variables-table.ts'

const SAID = {
  en: {
    none: 'it holds no collection and no environment',
    variables: 'Variables',
    folder: 'About this folder',
    name: 'Collection',
  },
  'zh-cn': { none: '文件中没有集合，也没有环境', variables: '变量', folder: '目录说明', name: '集合' },
} as const

/** Collections of any version become catalogs and pages; environments become pages with their variables. */
export const readPostman: FormatReader = ({ parts, name, language }, into) => {
  const [part] = parts
  const file = recordIn(part && parsedJson(part.bytes, name, language))
  const collections = [...listIn(file['collections']), file['collection'] ?? file].flatMap(collectionsIn)
  const environments = [...listIn(file['environments']), file].filter((each) => Array.isArray(recordIn(each)['values']))
  const globals = listIn(file['globals'])
  if (collections.length === 0 && environments.length === 0) throw new BrokenFile(SAID[language].none)
  const [first] = collections
  const facts = recordIn(first?.['info'] ?? environments[0])
  into.item({ name: firstText(facts['name'], name), description: descriptionOf(facts['description']) })
  const isAlone = collections.length === 1
  const [ids, prefixes] = [new DistinctIds(), new DistinctIds()]
  for (const [at, collection] of collections.entries()) {
    const title = firstText(recordIn(collection['info'])['name'], `${SAID[language].name} ${at + 1}`)
    const place = isAlone ? ROOT : placeBelow(into, ROOT, { id: `collection ${at}`, name: title })
    const prefix = isAlone ? '' : `${prefixes.idFor(title)}/`
    new CollectionReader(into, language, { prefix, ids }).read(collection, place)
  }
  for (const [at, environment] of [
    ...environments,
    ...(globals.length > 0 ? [{ name: 'Globals', values: globals }] : []),
  ].entries())
    into.page(environmentPage(recordIn(environment), at, ids, language))
}

/** The collection in this value; undefined for anything else. */
function collectionsIn(value: unknown): readonly JsonRecord[] {
  const collection = recordIn(value)
  if (Array.isArray(collection['item'])) return [collection]
  return Array.isArray(collection['requests']) ? [upgraded(collection)] : []
}

function environmentPage(environment: JsonRecord, at: number, ids: DistinctIds, language: Language): ImportedPage {
  const title = firstText(environment['name'], SAID[language].variables)
  const content = variablesTable(listIn(environment['values']), language)
  const id = ids.idFor(`environment ${textIn(environment['id']) || `${title} ${at}`}`)
  return { id, catalogId: null, title, content }
}

class CollectionReader {
  readonly #into: Findings
  readonly #language: Language
  readonly #prefix: string
  readonly #ids: DistinctIds
  #catalogs = 0

  constructor(
    into: Findings,
    language: Language,
    { prefix, ids }: { readonly prefix: string; readonly ids: DistinctIds },
  ) {
    this.#into = into
    this.#language = language
    this.#prefix = prefix
    this.#ids = ids
  }

  read(collection: JsonRecord, place: TreePlace): void {
    const variables = listIn(collection['variable'])
    const said = descriptionOf(recordIn(collection['info'])['description'])
    const table = variables.length > 0 ? variablesTable(variables, this.#language) : ''
    const content = [said, table].filter((text) => text !== '').join('\n\n')
    if (table !== '' || said.length > SHORT)
      this.#into.page({
        id: this.#idFor('variables'),
        catalogId: place.id,
        title: table === '' ? SAID[this.#language].folder : SAID[this.#language].variables,
        content,
        order: 0,
      })
    this.#readFolder(collection, place, collection)
  }

  /** @param above the auth of the parent, for requests without their own */
  #readFolder(folder: JsonRecord, place: TreePlace, above: JsonRecord): void {
    const auth = isRecord(folder['auth']) ? folder['auth'] : above['auth']
    for (const [at, entry] of listIn(folder['item']).map(recordIn).entries()) {
      if (Array.isArray(entry['item'])) {
        const name = firstText(entry['name'], '-')
        const id = `${this.#prefix}folder ${(this.#catalogs += 1)}`
        const below = placeBelow(this.#into, place, { id, name, order: at + 1 })
        const said = descriptionOf(entry['description'])
        if (said !== '')
          this.#into.page({
            id: this.#idFor(`about ${textIn(entry['id']) || textIn(entry['_postman_id']) || name}`),
            catalogId: below.id,
            title: SAID[this.#language].folder,
            content: said,
            order: 0,
          })
        this.#readFolder(entry, below, { auth })
      } else this.#readRequest(entry, place, at + 1, auth)
    }
  }

  #readRequest(entry: JsonRecord, place: TreePlace, order: number, auth: unknown): void {
    const { content, method, url } = requestContent(entry, auth)
    const known = firstText(entry['id'], entry['_postman_id'], entry['uid'])
    this.#into.page({
      id: this.#idFor(known === '' ? `request ${method} ${url} ${textIn(entry['name'])}` : `request ${known}`),
      catalogId: place.id,
      title: firstText(entry['name'], `${method} ${url}`),
      content,
      order,
    })
  }

  /** Adds a number to duplicate names. */
  #idFor(wish: string): string {
    return this.#ids.idFor(`${this.#prefix}${wish}`)
  }
}

const SHORT = 500
