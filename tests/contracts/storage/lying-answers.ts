import type { RequestListener } from 'node:http'
import type { TimeLimits } from '#adapters/storage/signed/exchange.ts'

/** For what answers, on a machine that is busy. */
export const PATIENT: TimeLimits = { connectMs: 20_000, totalMs: 40_000 }
/** For what does not answer. */
export const HURRIED: TimeLimits = { connectMs: 500, totalMs: 1_000 }

type Answer = readonly [name: string, answer: RequestListener]

/** An answer with ten bytes. */
export const tells =
  (status: number, head: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, head).end('how we pay')
  }

/** Answers that say ten bytes and give fewer. */
export const CUT_FILES: readonly Answer[] = [
  [
    'breaks off',
    (_, response) => {
      response.writeHead(200, { etag: '"e"', 'content-length': 10 }).write('how ', () => response.destroy())
    },
  ],
  [
    'stops',
    (_, response) => {
      response.writeHead(200, { etag: '"e"', 'content-length': 10 }).write('how ')
    },
  ],
]

/** Answers to whoever asked for the bytes 4 to 5. */
export const OTHER_PARTS: readonly Answer[] = [
  ['all of a file', tells(200, { etag: '"e"' })],
  ['another part', tells(206, { etag: '"e"', 'content-range': 'bytes 0-9/10' })],
  ['a longer part', tells(206, { etag: '"e"', 'content-range': 'bytes 4-13/20' })],
]
/** Says that it is the part, and is longer. */
export const LONGER_PART: RequestListener = tells(206, { etag: '"e"', 'content-range': 'bytes 4-5/10' })
