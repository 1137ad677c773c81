import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client'
import { REQUEST_MS } from '#core/request-limit.ts'
import { openedAs } from '../session/opened-as.ts'
import type { CoreRouter } from './api-types.ts'
import { atSite } from '#web/site-path.ts'

/** Less than the longest batch the server accepts. */
const LONGEST_BATCH = 20

const connection = {
  url: atSite('/trpc'),
  headers: () => ({ 'x-opened-as': openedAs() }),
  fetch: (address: string | URL | Request, init: RequestInit = {}) =>
    fetch(address, { ...init, signal: limited(init) }),
}

const limited = ({ signal }: RequestInit): AbortSignal => {
  const limit = AbortSignal.timeout(REQUEST_MS)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/**
 * Queries made at the same time are sent in one request; a command is sent separately, so that nothing waits for it.
 */
export const links: TRPCLink<CoreRouter>[] = [
  splitLink({
    condition: ({ type }) => type === 'query',
    true: httpBatchLink({ ...connection, maxItems: LONGEST_BATCH }),
    false: httpLink(connection),
  }),
]
