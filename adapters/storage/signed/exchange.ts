import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reasonIn } from '../../system/reason.ts'
import { ofLength } from '../given-part.ts'
import { StorageFailure } from '../storage-failure.ts'
import { TimedBody } from '../timed-body.ts'
import { isUnreached } from '../unreached.ts'

/** A signed request. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string | number>>
  /** Null for none. */
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
}

export interface TimeLimits {
  readonly connectMs: number
  /** Until the headers of the response, and for each pause within its body. */
  readonly totalMs: number
}

/**
 * Sends a signed request without a proxy and without following redirects, with its body as a stream. It is sent once
 * more if no connection was established, or a kept-alive one had been closed, so that nothing can have been accepted;
 * both attempts share one time limit, which begins with the first signature. @param signed signs it anew, because the
 * body of the first attempt is consumed @throws StorageFailure when there is no response in time
 */
export async function exchange(signed: () => Promise<SignedRequest>, limits: TimeLimits): Promise<Answer> {
  const first = await signed()
  const deadline = AbortSignal.timeout(limits.totalMs)
  try {
    return await sent(first, limits, deadline)
  } catch (error) {
    if (!isUntaken(error) || deadline.aborted) throw explained(error, deadline)
  }
  try {
    return await sent(await signed(), limits, deadline)
  } catch (error) {
    throw explained(error, deadline)
  }
}

async function sent(request: SignedRequest, limits: TimeLimits, deadline: AbortSignal): Promise<Answer> {
  const { method, url, headers, body } = request
  const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, { method, headers })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const giveUp = (error: unknown): void => {
    const failure = error instanceof Error ? error : new Error(String(error))
    if (outgoing.reusedSocket && codeOf(failure) === 'ECONNRESET') REUSED.add(failure)
    reject(failure)
    outgoing.destroy(failure)
  }
  const tooLate = (): void => giveUp(deadline.reason)
  const connecting = setTimeout(
    () => giveUp(new StorageFailure('no connection in time', { code: NO_CONNECTION })),
    limits.connectMs,
  )
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) clearTimeout(connecting)
    else socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
  })
  outgoing.on('error', giveUp)
  outgoing.once('response', (answer) => {
    // Later failures are reported by the body.
    outgoing.on('error', () => undefined)
    // After a complete response, the server may accept no more of what is still being sent.
    answer.once('close', () => {
      if (!outgoing.writableFinished) outgoing.destroy()
    })
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer })
  })
  deadline.addEventListener('abort', tooLate, { once: true })
  try {
    if (deadline.aborted) tooLate()
    else if (body === null) outgoing.end()
    // A response may arrive before the whole body is sent.
    else pipeline(Readable.from(body, { objectMode: false }), outgoing).catch(giveUp)
    return await promise
  } finally {
    clearTimeout(connecting)
    deadline.removeEventListener('abort', tooLate)
  }
}

const REUSED = new WeakSet<Error>()
const NO_CONNECTION = 'ETIMEDOUT'
const isUntaken = (error: unknown): boolean =>
  error instanceof Error && (isUnreached(codeOf(error)) || REUSED.has(error))
const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

function explained(error: unknown, deadline: AbortSignal): unknown {
  if (error instanceof StorageFailure) return error
  if (deadline.aborted) return new StorageFailure('no answer in time', { code: NO_CONNECTION })
  return new StorageFailure(reasonIn(error), { code: error instanceof Error ? codeOf(error) : '', cause: error })
}

/** The body piece by piece. Throws a StorageFailure when it is aborted, pauses too long or has another length. */
export function bodyOf(
  { body }: Pick<Answer, 'body'>,
  bytes: number | null,
  { totalMs }: TimeLimits,
): AsyncIterable<Uint8Array> {
  return new TimedBody(body, {
    silentMs: totalMs,
    late: () => new StorageFailure('it stopped sending', { code: NO_CONNECTION }),
    ...ofLength(bytes),
    explained: (error) =>
      error instanceof StorageFailure ? error : new StorageFailure(`the answer broke off: ${reasonIn(error)}`),
  })
}

const LONGEST_WORDS = 65_536

/** The body of a short response as a text; '' when it is far too long, or aborted. */
export async function wordsOf(answer: Pick<Answer, 'body'>, limits: TimeLimits): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of bodyOf(answer, null, limits)) {
      bytes += part.length
      if (bytes > LONGEST_WORDS) return ''
      parts.push(part)
    }
  } catch {
    return ''
  }
  return Buffer.concat(parts).toString()
}
