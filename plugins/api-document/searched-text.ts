import type { ApiDocument } from './api-document.ts'
import type { Parameter } from './parameters.ts'

/** The text people read in a document, as lines, without what all documents have in common, such as headings. */
export function searchedTextOf(document: ApiDocument): string {
  const { title, method, url, description, remark, headers, cookies, query, pathVariables, body } = document
  const { responseHeaders, response, failure, responseRemark } = document
  const request = [headers, cookies, query, pathVariables, body.parameters]
  const tables = [...request, responseHeaders, response.parameters, failure.parameters]
  return [
    ...[title, `${method} ${url}`, description, ...tables.flatMap((rows) => rows.map(lineOf))],
    ...[body.example, response.example, failure.example, remark, responseRemark],
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const lineOf = ({ name, type, value, remark }: Parameter): string =>
  [name, type, value, remark].filter((part) => part !== '').join(' ')
