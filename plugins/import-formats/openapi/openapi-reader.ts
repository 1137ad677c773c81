import type { Language } from '#core/plugin.ts'
import { firstText, isRecord, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import { BrokenFile, type Findings, type FormatReader } from '../thread/reader.ts'
import { Effort } from './effort.ts'
import { operationContent } from './operation-content.ts'
import { overviewOf } from './overview.ts'
import { parsedDocument } from './parsed-document.ts'
import { References } from './references.ts'
import { MOST_EXAMPLE_VALUES } from './schema-example.ts'
import { SchemaReader } from './schema-reader.ts'
import { ShownExamples } from './shown-examples.ts'
import { TagCatalogs } from './tag-catalogs.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query']
/** Limit for rows of all parameters and fields together, distributed over the operations. */
const MOST_ROWS = 400_000
const [FEWEST_ROWS, MOST_ROWS_EACH] = [20, 500]
const LONGEST_TITLE = 80
/** Of a path item, which many paths may refer to. */
const MOST_MEMBERS = 200

const SAID = {
  en: {
    version: (version: string) => `this version of OpenAPI is not known: ${version}`,
    none: 'it says no version of OpenAPI or Swagger',
    outside: (reference: string) => `${reference} lies in another file and was left out.`,
    nowhere: (reference: string) => `${reference} leads nowhere and was left out.`,
    twice: (id: string) => `Two operations are called ${id}; the later one is known by its method and path.`,
    examples: (count: number) => `Examples that are longer than a page may be, and were left out: ${count}`,
    callbacks: (title: string) => `${title}: callbacks were left out.`,
    many: (most: number) => `it describes more than ${most.toLocaleString('en')} operations`,
    empty: 'The file describes no operations.',
    overview: 'Overview',
    webhooks: 'Webhooks',
  },
  'zh-cn': {
    version: (version: string) => `不支持的 OpenAPI 版本：${version}`,
    none: '文件未说明 OpenAPI 或 Swagger 的版本',
    outside: (reference: string) => `${reference} 位于其他文件中，已忽略。`,
    nowhere: (reference: string) => `${reference} 没有指向任何内容，已忽略。`,
    twice: (id: string) => `有两个接口的 operationId 都是 ${id}，后一个改用请求方法和路径识别。`,
    examples: (count: number) => `有 ${count} 个示例超过页面长度上限，已忽略。`,
    callbacks: (title: string) => `${title}：回调（callbacks）已忽略。`,
    many: (most: number) => `接口超过 ${most.toLocaleString('en')} 个`,
    empty: '文件中没有任何接口。',
    overview: '概述',
    webhooks: 'Webhooks',
  },
} as const

interface Operation {
  readonly path: string
  readonly method: string
  readonly facts: JsonRecord
  readonly around: JsonRecord
  readonly isWebhook: boolean
}

/** Swagger 2 and OpenAPI 3: a page per operation, catalogs from tags, and an overview page. */
export const readOpenApi: FormatReader = async (
  { parts, language, name, most: { pages: most, contentLength } },
  into,
) => {
  const [part] = parts
  const document = recordIn(part && (await parsedDocument({ ...part, path: name }, language)))
  requireVersion(document, language)
  const said = SAID[language]
  const references = new References(document, new Effort(language), (reference, isOutside) =>
    into.warn(isOutside ? said.outside(reference) : said.nowhere(reference)),
  )
  const operations = operationsIn(document, references, most)
  if (operations.length > most) throw new BrokenFile(said.many(most))
  into.total(operations.length)
  const facts = recordIn(document['info'])
  into.item({ name: firstText(facts['title'], name), description: textIn(facts['description']) })
  readOverview(document, into, said.overview)
  if (operations.length === 0) into.warn(said.empty)
  const catalogs = new TagCatalogs(document, into, said.webhooks)
  const fitting = Math.floor(MOST_ROWS / (3 * operations.length))
  const rows = Math.min(MOST_ROWS_EACH, Math.max(FEWEST_ROWS, fitting))
  const schemas = new SchemaReader(references, Math.max(rows, MOST_EXAMPLE_VALUES) + 1)
  const examples = new ShownExamples(contentLength)
  const [known, ids] = [new Set<string>(), new DistinctIds()]
  for (const operation of operations) {
    schemas.forgetInline()
    const title = titleOf(operation)
    if (isRecord(operation.facts['callbacks'])) into.warn(said.callbacks(title))
    into.page({
      id: ids.idFor(wishFor(operation, known, (id) => into.warn(said.twice(id)))),
      catalogId: catalogs.catalogFor(operation.isWebhook ? null : operation.facts['tags'], operation.isWebhook),
      title,
      content: operationContent({ document, schemas, examples, rows }, { ...operation, title }),
    })
  }
  if (examples.lost > 0) into.warn(said.examples(examples.lost))
}

function requireVersion(document: JsonRecord, language: Language): void {
  const version = textIn(document['openapi']) || textIn(document['swagger']) || textIn(document['swaggerVersion'])
  if (version === '') throw new BrokenFile(SAID[language].none)
  // An unquoted version number has lost its trailing zero.
  if (!/^(2|2\.0|3|3\.\d+(\.\d+)?(-\w+)?)$/.test(version)) throw new BrokenFile(SAID[language].version(version))
}

function readOverview(document: JsonRecord, into: Findings, title: string): void {
  const content = overviewOf(document)
  if (content !== '') into.page({ id: 'overview', catalogId: null, title, content, order: 0 })
}

function operationsIn(document: JsonRecord, references: References, most: number): readonly Operation[] {
  const operations: Operation[] = []
  const add = (paths: unknown, isWebhook: boolean): void => {
    for (const [path, item] of Object.entries(recordIn(paths))) {
      const around = references.resolve(item).value
      for (const [method, facts] of references.entriesOf(around).slice(0, MOST_MEMBERS)) {
        // One more than an item holds is refused at once; paths that share their operations by references could be millions.
        if (operations.length > most) return
        if (METHODS.includes(method.toLowerCase()) && isRecord(facts))
          operations.push({ path, method: method.toUpperCase(), facts, around, isWebhook })
      }
    }
  }
  add(document['paths'], false)
  add(document['webhooks'], true)
  return operations
}

const titleOf = ({ facts, method, path }: Operation): string => {
  const [firstLine = ''] = textIn(facts['description']).trim().split('\n')
  return firstText(facts['summary'], firstLine.slice(0, LONGEST_TITLE), facts['operationId'], `${method} ${path}`)
}

/** Identifies it when the file is imported again. */
function wishFor(
  { facts, method, path, isWebhook }: Operation,
  known: Set<string>,
  tell: (id: string) => void,
): string {
  const operationId = textIn(facts['operationId'])
  const place = `${isWebhook ? 'webhook' : 'path'} ${method} ${path}`
  const isTwice = operationId !== '' && known.has(operationId)
  if (isTwice) tell(operationId)
  known.add(operationId)
  return operationId === '' || isTwice ? place : `operation ${operationId}`
}
