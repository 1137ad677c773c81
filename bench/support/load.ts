import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Generates the next body, for requests that must differ. */
  readonly nextBody?: () => string
}
export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses other than success, by status or `error_code`. */
  readonly failures: number
}

/** Before the measured time. */
export const WARM_UP_S = 2

/** Sends requests back to back over `connections` for this many seconds, after a short warm-up. */
export async function measure(load: Load): Promise<Measured> {
  await run({ ...load, seconds: WARM_UP_S })
  return run(load)
}

async function run({
  url,
  connections,
  seconds,
  method = 'GET',
  headers = {},
  body,
  nextBody,
}: Load): Promise<Measured> {
  let refused = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers,
    requests: [
      {
        ...(body === undefined ? {} : { body }),
        ...(nextBody && { setupRequest: (request: autocannon.Request) => ({ ...request, body: nextBody() }) }),
        onResponse: (_status: number, text: string) => {
          if (text.startsWith('{"error_code":') && !text.startsWith('{"error_code":0')) refused += 1
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx + refused,
  }
}
