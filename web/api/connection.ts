import type { ErrorDetails, ErrorKind } from '#core/errors.ts'
import { REQUEST_MS } from '#core/request-limit.ts'
import { openedAs } from '../session/opened-as.ts'

/** Group and name of an operation. */
export type OperationName = readonly [group: string, name: string]

interface RefusalData {
  readonly kind: ErrorKind | null
  readonly details: ErrorDetails
}

/** The server's answer to a call it did not carry out; `data` is null when it could not be reached. */
export class ApiError extends Error {
  readonly data: RefusalData | null
  constructor(message: string, data: RefusalData | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'ApiError'
    this.data = data
  }
}

interface Reply {
  readonly result?: { readonly data: unknown }
  readonly error?: { readonly message: string; readonly data: RefusalData }
}
interface Question {
  readonly operation: OperationName
  readonly input: unknown
  resolve(answer: unknown): void
  reject(error: ApiError): void
}

const LONGEST_BATCH = 20
const JSON_TYPE = 'application/json'

let waiting: Question[] = []

/** Asks one query. Those asked in the same moment travel in one request. */
export function ask(operation: OperationName, input: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    waiting.push({ operation, input, resolve, reject })
    if (waiting.length === 1) setTimeout(sendWaiting, 0)
  })
}

/** Gives one command. */
export async function order(operation: OperationName, input: unknown): Promise<unknown> {
  const reply = await exchange<Reply>(`/trpc/${operation.join('.')}`, {
    method: 'POST',
    body: JSON.stringify(input ?? {}),
  })
  return answerIn(reply)
}

function sendWaiting(): void {
  const questions = waiting
  waiting = []
  for (let at = 0; at < questions.length; at += LONGEST_BATCH) void send(questions.slice(at, at + LONGEST_BATCH))
}

async function send(questions: readonly Question[]): Promise<void> {
  const names = questions.map(({ operation }) => operation.join('.')).join(',')
  const inputs = Object.fromEntries(questions.map(({ input }, at) => [at, input ?? {}]))
  const query = `batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
  const replies = await exchange<readonly Reply[]>(`/trpc/${names}?${query}`).catch((error: ApiError) => error)
  questions.forEach(({ resolve, reject }, at) => {
    try {
      resolve(answerIn(Array.isArray(replies) ? (replies as readonly Reply[])[at] : replies))
    } catch (error) {
      reject(error as ApiError)
    }
  })
}

async function exchange<T>(address: string, init: RequestInit = {}): Promise<T> {
  try {
    const headers = { 'content-type': JSON_TYPE, 'x-opened-as': openedAs() }
    const response = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(REQUEST_MS) })
    return (await response.json()) as T
  } catch (cause) {
    throw new ApiError('the server could not be reached', null, cause)
  }
}

function answerIn(reply: unknown): unknown {
  if (reply instanceof ApiError) throw reply
  const { result, error } = (reply ?? {}) as Reply
  if (result) return result.data
  throw error ? new ApiError(error.message, error.data) : new ApiError('the server answered in an unknown way', null)
}
