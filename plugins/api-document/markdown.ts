import type { Language } from '#core/plugin.ts'
import type { ApiDocument, RequestBody } from './api-document.ts'
import type { Parameter } from './parameters.ts'
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts'

/** A whole document as markdown, for programs, exports and readers without scripts (DOC-05). */
export function markdownOfDocument(document: ApiDocument, language: Language): string {
  const words = DOCUMENT_WORDS[language]
  const { headers, cookies, query, pathVariables, body, responseHeaders, response, failure } = document
  const remarks = [document.remark, document.responseRemark].filter((remark) => remark.trim() !== '')
  return [
    heading(document, words),
    document.description.trim(),
    section(words.headers, table(headers, words)),
    section(words.cookies, table(cookies, words)),
    section(words.pathVariables, table(pathVariables, words)),
    section(words.query, table(query, words)),
    section(bodyTitle(body, words), table(body.parameters, words)),
    section(words.bodyExample, codeBlock(body.example)),
    section(words.responseHeaders, table(responseHeaders, words)),
    section(words.response, codeBlock(response.example)),
    section(words.responseParameters, table(response.parameters, words, 'answer')),
    section(words.failure, codeBlock(failure.example)),
    section(words.failureParameters, table(failure.parameters, words, 'answer')),
    section(words.remark, remarks.join('\n\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Heading of the body's table, which includes its format. */
export const bodyTitle = ({ mode }: RequestBody, words: DocumentWords): string =>
  mode === 'none' ? words.body : words.body + words.aside(mode)

function heading({ method, url, status }: ApiDocument, words: DocumentWords): string {
  const call = [method === '' ? '' : `**${plain(method)}**`, url === '' ? '' : code(url)].filter((part) => part !== '')
  const lines = [call.length === 0 ? '' : `- ${words.address}${words.colon}${call.join(' ')}`]
  if (status !== '') lines.push(`- ${words.status}${words.colon}${words.statuses[status]}`)
  return lines.filter((line) => line !== '').join('\n')
}

const section = (title: string, content: string): string => (content === '' ? '' : `## ${title}\n\n${content}`)

function table(rows: readonly Parameter[], words: DocumentWords, of: 'request' | 'answer' = 'request'): string {
  if (rows.length === 0) return ''
  const { column } = words
  const isRequest = of === 'request'
  const titles = isRequest
    ? [column.name, column.required, column.type, column.value, column.remark]
    : [column.name, column.type, column.remark]
  const cells = (row: Parameter): readonly string[] => {
    const remark = [marksOf(row, words), plain(row.remark)].filter((part) => part !== '').join(' ')
    const name = row.name === '' ? '' : code(row.name)
    return isRequest
      ? [name, row.isRequired ? words.yes : words.no, plain(row.type), row.value === '' ? '' : code(row.value), remark]
      : [name, plain(row.type), remark]
  }
  return [line(titles), line(titles.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n')
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const marksOf = ({ isGlobal, isOff }: Parameter, words: DocumentWords): string =>
  [isGlobal ? words.global : '', isOff ? words.off : '']
    .filter((mark) => mark !== '')
    .map((mark) => words.aside(mark).trim())
    .join(' ')

/** An escaped text in one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|~$&]/g, String.raw`\$&`)
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('<br>')

/** A text as code in one line; a bar would end the cell of a table. */
function code(text: string): string {
  // Within code, a bar after a backslash cannot be escaped.
  if (text.includes(String.raw`\|`)) return plain(text)
  const inLine = text.replaceAll(/\s+/g, ' ').trim()
  let longest = 0
  for (const [run] of inLine.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${inLine.replaceAll('|', String.raw`\|`)}${space}${fence}`
}

/** An example in a fence that it cannot end, formatted when it is JSON. */
export function codeBlock(text: string, language = isJson(text) ? 'json' : 'text'): string {
  if (text.trim() === '') return ''
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${language === 'json' ? laidOut(text) : text}\n${fence}`
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** Formatted JSON; unchanged when it is formatted already, is not JSON, or has numbers that would change. */
export function laidOut(text: string): string {
  if (text.trim().includes('\n')) return text
  try {
    const value: unknown = JSON.parse(text)
    const written = JSON.stringify(value)
    return written.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '') ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
