import { DomainError, limits } from '#core/plugin.ts'
import { commentBlocks, type CommentTag } from './comment-blocks.ts'

/** A parameter, a header or a field, as in the rows of API documents. */
export interface DescribedRow {
  readonly name: string
  readonly require: '0' | '1'
  readonly type: string
  readonly remark: string
}
/** The description of a call in a comment; '' and empty lists for missing parts. */
export interface DescribedCall {
  readonly catalogPath: string
  readonly title: string
  readonly order: number | undefined
  readonly description: string
  /** As `post`. */
  readonly method: string
  readonly url: string
  readonly remark: string
  readonly headers: readonly DescribedRow[]
  readonly parameters: readonly DescribedRow[]
  readonly json: string
  readonly answer: string
  readonly answerRows: readonly DescribedRow[]
}

const REQUIRED = /^(?:必选|必填|required|true|yes)$/i
const OPTIONAL = /^(?:可选|选填|非必选|非必填|optional|false|no)$/i
const MOST_CALLS = 2_000

/**
 * The calls described in comments of source code. @throws DomainError codeWithoutComments when there are none; tooMany;
 * invalidInput for a title that no page can have
 */
export function describedCalls(source: string): readonly DescribedCall[] {
  const blocks = commentBlocks(source)
  if (blocks.length === 0) throw new DomainError('codeWithoutComments')
  if (blocks.length > MOST_CALLS) throw new DomainError('tooMany', { limit: MOST_CALLS })
  return blocks.map(describedCall)
}

function describedCall(tags: readonly CommentTag[]): DescribedCall {
  const textOf = (name: string): string => tags.find((tag) => tag.name === name)?.text ?? ''
  const rowsOf = (name: string, rowOf: (text: string) => DescribedRow): readonly DescribedRow[] =>
    tags.flatMap((tag) => (tag.name === name && tag.text !== '' ? rowOf(tag.text) : []))
  const title = oneLine(textOf('title'))
  if (title === '' || title.length > limits.titleLength) throw new DomainError('invalidInput', { field: 'title' })
  const number = textOf('number')
  return {
    catalogPath: oneLine(textOf('catalog')),
    title,
    order: /^\d{1,6}$/.test(number) ? Number(number) : undefined,
    description: textOf('description'),
    method: oneLine(textOf('method')).toLowerCase() || 'get',
    url: oneLine(textOf('url')),
    remark: textOf('remark'),
    headers: rowsOf('header', parameterRow),
    parameters: rowsOf('param', parameterRow),
    json: textOf('json_param'),
    answer: textOf('return'),
    answerRows: rowsOf('return_param', answerRow),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** `name 必选 type remark`; whether it is required may be omitted. */
function parameterRow(text: string): DescribedRow {
  const [name, rest] = firstWord(text)
  const [word, behind] = firstWord(rest)
  const isRequired = REQUIRED.test(word)
  const [type, remark] = firstWord(isRequired || OPTIONAL.test(word) ? behind : rest)
  return { name, require: isRequired ? '1' : '0', type, remark }
}

/** `name type remark` */
function answerRow(text: string): DescribedRow {
  const [name, rest] = firstWord(text)
  const [type, remark] = firstWord(rest)
  return { name, require: '0', type, remark }
}

function firstWord(text: string): readonly [word: string, rest: string] {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? []
  return [word, rest]
}
