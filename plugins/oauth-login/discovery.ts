import { allowInsecureRequests, customFetch, discovery, None, type ServerMetadata } from 'openid-client'
import type { Services } from '#core/plugin.ts'
import { boundedFetch } from './bounded-fetch.ts'

const GOOD_MS = 10 * 60_000
/** Long enough that many starts do not all wait for a site that is away, and short enough that it is back soon. */
const FAILED_MS = 10_000
const ASK_MS = 10_000
/** An administrator may try some issuers; the one asked about longest ago is forgotten first. */
const ISSUERS_KEPT = 8

interface Remembered {
  readonly answer: Promise<ServerMetadata>
  /** Milliseconds since 1970; infinite while it is being asked. */
  until: number
}
const remembered = new Map<string, Remembered>()

/**
 * What the issuer says of itself, asked at most every ten minutes whoever and however many want to know it: a visitor can
 * start logins as often as they like.
 * @throws Error when it does not say it, also for some seconds after that
 */
export function discovered(issuer: string, { clock }: Pick<Services, 'clock'>): Promise<ServerMetadata> {
  const known = remembered.get(issuer)
  if (known && known.until > clock.now().getTime()) return known.answer
  const asked: Remembered = { answer: askedNow(issuer), until: Infinity }
  const keepFor = (ms: number) => (): void => void (asked.until = clock.now().getTime() + ms)
  asked.answer.then(keepFor(GOOD_MS), keepFor(FAILED_MS))
  remembered.delete(issuer)
  remembered.set(issuer, asked)
  for (const former of [...remembered.keys()].slice(0, -ISSUERS_KEPT)) remembered.delete(former)
  return asked.answer
}

/** For all who wait, so none of them can end it. */
async function askedNow(issuer: string): Promise<ServerMetadata> {
  const server = new URL(issuer)
  const found = await discovery(server, 'anybody', undefined, None(), {
    [customFetch]: boundedFetch(AbortSignal.timeout(ASK_MS)),
    execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
  })
  return found.serverMetadata()
}
