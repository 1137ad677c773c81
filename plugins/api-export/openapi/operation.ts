import type { Parameter } from '#plugins/api-document/api.ts'
import { addressParts } from '../address.ts'
import type { ApiPage } from '../api-pages.ts'
import { bodyObject } from './contents.ts'
import { kept, parameterObject, rowFor, templated, withAddressed, type Place } from './parameters.ts'
import { responsesOf } from './responses.ts'

/** A page as an operation, with its place in the document. */
export interface PlacedOperation {
  readonly path: string
  /** The part before the path. */
  readonly origin: string
  readonly operation: object
}

interface OperationTools {
  /** The reference to a common parameter of the item. */
  sharedParameter(place: Place, row: Parameter): object
  onLoss(loss: 'rows' | 'fragment'): void
}

/** Values that OpenAPI cannot represent are stored under `x-octavo-…`, where the import reads them again. */
export function operationOf({ title, path: catalogs, document }: ApiPage, tools: OperationTools): PlacedOperation {
  const { origin, path: written, query, fragment } = addressParts(document.url)
  const { path, names } = templated(written)
  if (fragment !== '') tools.onLoss('fragment')
  const lost = (): void => tools.onLoss('rows')
  const rowsOf = (place: Place, rows: readonly Parameter[], sameAs?: (name: string) => string): readonly object[] =>
    kept(rows, lost, sameAs).map((row) =>
      row.isGlobal ? tools.sharedParameter(place, row) : parameterObject(place, row),
    )
  const parameters = [
    ...rowsOf('path', ofPath(document.pathVariables, names, lost)),
    ...rowsOf('query', withAddressed(document.query, query)),
    ...rowsOf('header', document.headers, (name) => name.toLowerCase()),
    ...rowsOf('cookie', document.cookies),
  ]
  const remark = document.remark.trim()
  const description = [document.description.trim(), remark].filter((text) => text !== '').join('\n\n')
  const operation = {
    summary: title,
    ...(catalogs.length > 0 && { tags: [catalogs.join(' / ')] }),
    ...(description !== '' && { description }),
    ...(remark !== '' && { 'x-octavo-remark': remark }),
    ...(document.status === '5' && { deprecated: true }),
    ...(document.status !== '' && document.status !== '5' && { 'x-octavo-status': document.status }),
    ...(parameters.length > 0 && { parameters }),
    requestBody: bodyObject(document.body, lost),
    responses: responsesOf(document, lost),
  }
  return { path, origin, operation }
}

/** Each variable of the path, and nothing else. */
function ofPath(rows: readonly Parameter[], names: readonly string[], onLoss: () => void): readonly Parameter[] {
  const known = rows.filter(({ name }) => names.includes(name))
  if (known.length < rows.length) onLoss()
  const said = new Set(known.filter(({ isOff }) => !isOff).map(({ name }) => name))
  return [...known, ...names.filter((name) => !said.has(name)).map((name) => rowFor(name))]
}
