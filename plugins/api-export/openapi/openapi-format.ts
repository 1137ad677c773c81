import type { ExportFormat, ExportSource, ExportTools } from '#core/plugin.ts'
import type { Parameter } from '#plugins/api-document/api.ts'
import { jsonAsWritten } from '#plugins/format-tools/api.ts'
import { aboutFile, apiPagesOf, stillAtWork, type ApiPage } from '../api-pages.ts'
import { LeftOut } from '../left-out.ts'
import { operationOf } from './operation.ts'
import { parameterObject, type Place } from './parameters.ts'
import { PathPlaces } from './path-places.ts'
import { serverOf } from './servers.ts'

export const openApiFormat: ExportFormat = {
  id: 'openapi',
  title: { en: 'OpenAPI 3.1', 'zh-cn': 'OpenAPI 3.1' },
  extension: 'json',
  mediaType: 'application/json',
  suits: ['runapi'],
  write: (source, tools) => new OpenApiWriter(source, tools).write(),
}

/** Those defined by version 3.1. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

interface WrittenOperation {
  readonly method: string
  readonly origin: string
  /** As JSON, which takes less memory than the object. */
  readonly text: string
}

class OpenApiWriter {
  readonly #source: ExportSource
  readonly #tools: ExportTools
  readonly #leftOut = new LeftOut()
  readonly #places = new PathPlaces()
  readonly #paths = new Map<string, WrittenOperation[]>()
  readonly #origins = new Map<string, number>()
  readonly #tags = new Set<string>()
  readonly #shared = new Map<string, { readonly key: string; readonly parameter: object }>()

  constructor(source: ExportSource, tools: ExportTools) {
    this.#source = source
    this.#tools = tools
  }

  async *write(): AsyncGenerator<Uint8Array, void> {
    for await (const page of apiPagesOf(this.#source, this.#tools, this.#leftOut)) {
      if (page) this.#add(page)
      yield stillAtWork()
    }
    for (const piece of this.#pieces()) yield new TextEncoder().encode(piece)
  }

  #add(page: ApiPage): void {
    const { title, document, scripts } = page
    const method = document.method === '' ? 'GET' : document.method
    if (!METHODS.includes(method)) return this.#leftOut.add('method', title)
    if (scripts.before !== '' || scripts.after !== '') this.#leftOut.add('scripts', title)
    const { path, origin, operation } = operationOf(page, {
      sharedParameter: (place, row) => this.#sharedParameter(place, row),
      onLoss: (loss) => this.#leftOut.add(loss, title),
    })
    const suffix = this.#places.take(path, method)
    if (suffix !== '') this.#leftOut.add('sameAddress', title)
    const named = suffix === '' ? operation : { ...operation, 'x-octavo-path-suffix': suffix }
    const operations = this.#paths.get(path + suffix) ?? []
    this.#paths.set(path + suffix, operations)
    operations.push({ method: method.toLowerCase(), origin, text: jsonAsWritten(named, '  ') })
    this.#origins.set(origin, (this.#origins.get(origin) ?? 0) + 1)
    if (page.path.length > 0) this.#tags.add(page.path.join(' / '))
  }

  #sharedParameter(place: Place, row: Parameter): object {
    const id = `${place} ${row.name}`
    const known = this.#shared.get(id)
    const key = known?.key ?? `${place}-${row.name.replaceAll(/[^\w.-]/g, '_')}-${this.#shared.size + 1}`
    if (!known) this.#shared.set(id, { key, parameter: parameterObject(place, row) })
    return { $ref: `#/components/parameters/${key}` }
  }

  *#pieces(): Generator<string, void> {
    const [usual] = [...this.#origins].sort(([, one], [, other]) => other - one)
    const origin = usual?.[0] ?? ''
    const tags = [...this.#tags].map((name) => ({ name }))
    const shared = Object.fromEntries([...this.#shared.values()].map(({ key, parameter }) => [key, parameter]))
    yield `{\n  "openapi": "3.1.0",\n  "info": ${laidOut(this.#info(), 1)},\n`
    if (origin !== '') yield `  "servers": ${laidOut([serverOf(origin)], 1)},\n`
    if (tags.length > 0) yield `  "tags": ${laidOut(tags, 1)},\n`
    if (this.#shared.size > 0) yield `  "components": ${laidOut({ parameters: shared }, 1)},\n`
    yield '  "paths": {'
    let before = '\n'
    for (const [path, operations] of this.#paths) {
      yield `${before}    ${JSON.stringify(path)}: {${operations.map((each) => memberOf(each, origin)).join(',')}\n    }`
      before = ',\n'
    }
    yield this.#paths.size === 0 ? '}\n}\n' : '\n  }\n}\n'
  }

  #info(): object {
    const description = aboutFile(this.#source, this.#tools, this.#leftOut)
    return {
      title: this.#source.title,
      version: this.#tools.now.toISOString().slice(0, 10),
      ...(description !== '' && { description }),
    }
  }
}

/** @param usual the server of most operations, which is stated once for all of them */
function memberOf({ method, origin, text }: WrittenOperation, usual: string): string {
  const servers = origin === usual ? '' : `\n  "servers": ${laidOut([serverOf(origin)], 1)},`
  return `\n      "${method}": ${indented(`{${servers}${text.slice(1)}`, 3)}`
}

const indented = (json: string, level: number): string => json.replaceAll('\n', `\n${'  '.repeat(level)}`)
const laidOut = (value: object, level: number): string => indented(jsonAsWritten(value, '  '), level)
