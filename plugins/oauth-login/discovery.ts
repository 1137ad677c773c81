import { allowInsecureRequests, customFetch, discovery, None, type ServerMetadata } from 'openid-client'
import type { OpenServices } from '#core/plugin.ts'
import { boundedFetch } from './bounded-fetch.ts'

const GOOD_MS = 10 * 60_000
/** Long enough that not every login waits for an unavailable site, and short enough for a quick recovery. */
const FAILED_MS = 10_000
const ASK_MS = 10_000
/** An administrator may test several issuers; the least recently used one is dropped. */
const ISSUERS_KEPT = 8

interface Remembered {
  readonly answer: Promise<ServerMetadata>
  /** Milliseconds since 1970; infinite while loading. */
  until: number
}
const remembered = new Map<string, Remembered>()

/**
 * The issuer's metadata, requested at most every ten minutes regardless of the number of logins, which visitors can
 * start as often as they like.
 * @throws Error when it is unavailable, also for some seconds afterwards
 */
export function discovered(issuer: string, { clock }: Pick<OpenServices, 'clock'>): Promise<ServerMetadata> {
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

/** Shared by all waiting callers, so none of them can cancel it. */
async function askedNow(issuer: string): Promise<ServerMetadata> {
  const signal = AbortSignal.timeout(ASK_MS)
  const ask = async (address: string): Promise<ServerMetadata> => {
    const server = new URL(address)
    const found = await discovery(server, 'anybody', undefined, None(), {
      [customFetch]: boundedFetch(signal),
      execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
    })
    return found.serverMetadata()
  }
  try {
    return await ask(issuer)
  } catch (failure) {
    const other = otherSlash(issuer)
    if (other === null || signal.aborted) throw failure
    // The reason is told of the issuer as it was typed.
    return ask(other).catch(() => {
      throw failure
    })
  }
}

/**
 * The same address with a slash at its end, or without: Gitea below a path names itself with one, Keycloak without, and
 * people type either. Null for a host alone, where both are the same.
 */
function otherSlash(issuer: string): string | null {
  const { pathname } = new URL(issuer)
  if (pathname === '/') return null
  return issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`
}
