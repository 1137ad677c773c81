import type { Answer, ApiDocument } from '#plugins/api-document/api.ts'
import { statusLines } from '../status-lines.ts'
import { contentOf, headersOf } from './contents.ts'

/** The responses by status; undefined when a document has none. */
export function responsesOf(document: ApiDocument, onLoss: () => void): object | undefined {
  const { response, failure, responseHeaders } = document
  const remark = document.responseRemark.trim()
  const hasFailure = isSaid(failure)
  if (!isSaid(response) && !hasFailure && responseHeaders.length === 0 && remark === '') return undefined
  const known = statusLines(remark)
  const described = new Map(known)
  const success = firstIn(known, /^[23]/) ?? '200'
  if (!described.has(success)) described.set(success, known.size === 0 ? remark : '')
  const failed = firstIn(known, /^[45]/) ?? 'default'
  if (hasFailure && !described.has(failed)) described.set(failed, '')
  const responses = Object.fromEntries(
    [...described].map(([status, description]) => [
      status,
      {
        description,
        ...(status === success && {
          headers: headersOf(responseHeaders, onLoss),
          content: contentOf(response, onLoss),
        }),
        ...(status === failed && hasFailure && { content: contentOf(failure, onLoss) }),
      },
    ]),
  )
  const told = Object.entries(responses).map(([status, { description }]) => `${status}: ${description}`)
  // Otherwise the descriptions contain the same in other words, or in another order.
  return remark === '' || told.join('\n') === remark ? responses : { ...responses, 'x-octavo-remark': remark }
}

const isSaid = ({ example, parameters }: Answer): boolean => example !== '' || parameters.length > 0

/** In the order in which JavaScript sorts the keys of objects. */
const firstIn = (known: ReadonlyMap<string, string>, pattern: RegExp): string | undefined =>
  Object.keys(Object.fromEntries(known)).find((status) => pattern.test(status))
