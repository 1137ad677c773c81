import { encoderOf } from '#server/rest/wire.ts'
import { restPath } from '#server/rest/calls.ts'
import type { AnyOperation, OperationTable } from '#core/operation.ts'
import type { Browser } from '#tests/rest/harness.ts'

export const WIRES = ['REST', 'tRPC'] as const
export type Wire = (typeof WIRES)[number]

export interface Answer {
  /** 0 when the call was let through. */
  readonly code: number
  /** Empty when the call was let through. */
  readonly message: string
  /** All that came back. */
  readonly text: string
}

/** An operation of the table by its name. @throws Error when there is none */
export function operationIn(table: OperationTable, name: string): AnyOperation {
  const [group = '', own = ''] = name.split('.')
  const operation = table[group]?.[own]
  if (!operation) throw new Error(`there is no operation ${name}`)
  return operation
}

/** Sends the same call as programs do, or as the web does, which leaves files to REST. */
export async function callOver(
  wire: Wire,
  browser: Browser,
  table: OperationTable,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const operation = operationIn(table, name)
  return wire === 'REST' || operation.restOnly
    ? overRest(browser, name, operation, input)
    : overTrpc(browser, name, operation, input)
}

type Send = (browser: Browser, name: string, operation: AnyOperation, input: object) => Promise<Answer>

const overRest: Send = async (browser, name, operation, input) => {
  const [group = '', own = ''] = name.split('.')
  const path = restPath(group, own, operation)
  const fields = encoderOf(operation.input)(input, { showTime: String, siteUrl: '' }) as Readonly<
    Record<string, unknown>
  >
  if (Object.values(fields).some((value) => value instanceof Blob)) return overForm(browser, path, fields)
  const form = Object.entries(fields).map(([field, value]): [string, string] => [
    field,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const response = await browser.request({
    method: 'POST',
    url: `/api/${path}`,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  // Pictures are let through as they are.
  if (!String(response.headers['content-type']).startsWith('application/json'))
    return { code: response.statusCode === 200 ? 0 : response.statusCode, message: '', text: response.body }
  const { error_code: code, error_message: message } = response.json<{ error_code: number; error_message: string }>()
  return { code, message, text: response.body }
}

async function overForm(browser: Browser, path: string, fields: Readonly<Record<string, unknown>>): Promise<Answer> {
  const plain = Object.entries(fields).filter(([, value]) => !(value instanceof Blob))
  const [[field, file] = []] = Object.entries(fields).filter(([, value]) => value instanceof Blob)
  const content = new Uint8Array(await (file as Blob).arrayBuffer())
  const reply = await browser.upload(
    path,
    { field: field ?? '', name: 'file.txt', content },
    Object.fromEntries(plain.map(([name, value]) => [name, String(value)])),
  )
  return { code: reply.error_code, message: reply.error_message, text: JSON.stringify(reply) }
}

const overTrpc: Send = async (browser, name, { kind }, input) => {
  const text = JSON.stringify(input)
  const response = await browser.request(
    kind === 'query'
      ? { method: 'GET', url: `/trpc/${name}?input=${encodeURIComponent(text)}` }
      : { method: 'POST', url: `/trpc/${name}`, payload: text, headers: { 'content-type': 'application/json' } },
  )
  const { error } = response.json<{ error?: { message: string; data: { errorCode: number; httpStatus: number } } }>()
  // What is no refusal of the product has no number of its own, and must not look like success.
  const code = error ? error.data.errorCode || error.data.httpStatus : 0
  return { code, message: error?.message ?? '', text: response.body }
}
