import { Agent, request } from 'node:http'
import { randomFrom } from './sample-text.ts'

/** One request of somebody, and its category. */
export interface Step {
  readonly kind: string
  readonly path: string
  /** The input of a command; null for a query. */
  readonly body: string | null
  /** Receives the answer's text; when left out, the answer is only counted. */
  readonly read?: (answer: string) => void
}
/** An endless sequence of requests; each is sent after the previous one was answered. */
export type Visitor = Generator<Step, never>

/**
 * The time of the next request. `thinking`: about a second after the answer. `punctual`: about a second after the
 * planned time of the previous one, however long its answer took, so that requests pile up if the server is slow.
 */
export type Pace = 'thinking' | 'punctual'

export interface CrowdOptions {
  readonly url: string
  readonly pace: Pace
  readonly visitors: readonly { readonly token: string; readonly steps: Visitor }[]
  readonly warmUpMs: number
  readonly measuredMs: number
}
export interface Crowded {
  readonly perSecond: number
  /** Sorted, in milliseconds from the planned time of the request. */
  readonly latencies: ReadonlyMap<string, readonly number[]>
  /** Errors, each with its count. */
  readonly errors: ReadonlyMap<string, number>
}

const THINK_MS = 1_000

/** Runs all visitors concurrently, with varying pauses. */
export async function letIn({ url, pace, visitors, warmUpMs, measuredMs }: CrowdOptions): Promise<Crowded> {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  const latencies = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const begin = performance.now()
  const [from, until] = [begin + warmUpMs, begin + warmUpMs + measuredMs]
  let answered = 0

  const count = (step: Step, meantAt: number, status: number, answer: string): void => {
    const now = performance.now()
    if (now < from || now >= until) return
    answered += 1
    const wait = now - meantAt
    const known = latencies.get(step.kind)
    if (known) known.push(wait)
    else latencies.set(step.kind, [wait])
    if (status === 200) return
    const what = `${step.kind}: ${status} ${answer.slice(0, 200)}`
    errors.set(what, (errors.get(what) ?? 0) + 1)
  }

  const live = async ({ token, steps }: CrowdOptions['visitors'][number], index: number): Promise<void> => {
    const random = randomFrom(index)
    let meantAt = begin + random() * THINK_MS
    while (meantAt < until) {
      const pause = meantAt - performance.now()
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const step = steps.next().value
      const { status, answer } = await ask({ agent, hostname, port, token }, step)
      if (status === 200) step.read?.(answer)
      count(step, meantAt, status, answer)
      meantAt = (pace === 'punctual' ? meantAt : performance.now()) + THINK_MS * (0.5 + random())
    }
  }
  await Promise.all(visitors.map(live))
  agent.destroy()
  for (const waits of latencies.values()) waits.sort((a, b) => a - b)
  return { perSecond: answered / (measuredMs / 1_000), latencies, errors }
}

interface Connection {
  readonly agent: Agent
  readonly hostname: string
  readonly port: string
  readonly token: string
}

/** Unread answers are requested compressed, as by browsers, and discarded. */
function ask(
  { agent, hostname, port, token }: Connection,
  { path, body, read }: Step,
): Promise<{ readonly status: number; readonly answer: string }> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(read ? {} : { 'accept-encoding': 'gzip' }),
      ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const method = body === null ? 'GET' : 'POST'
    const fail = (error: Error): void => resolve({ status: 0, answer: error.message })
    const asking = request({ agent, hostname, port, path, method, headers }, (reply) => {
      const status = reply.statusCode ?? 0
      const chunks: Buffer[] = []
      reply.on('error', fail)
      reply.on('end', () => resolve({ status, answer: Buffer.concat(chunks).toString() }))
      if (read || status !== 200) reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      else reply.resume()
    })
    asking.on('error', fail)
    asking.end(body ?? undefined)
  })
}
