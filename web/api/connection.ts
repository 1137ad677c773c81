import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client'
import { REQUEST_MS } from '#core/request-limit.ts'
import { openedAs } from '../session/opened-as.ts'
import { noteSiteBuild } from '../updated/site-build.ts'
import type { CoreRouter } from './api-types.ts'
import { isOfCore } from './core-groups.ts'
import { pluginQueries } from './plugin-queries.ts'
import { atSite } from '#web/site-path.ts'

/** Less than the longest batch the server accepts. */
const LONGEST_BATCH = 20

const connection = {
  url: atSite('/trpc'),
  headers: () => ({ 'x-opened-as': openedAs() }),
  async fetch(address: string | URL | Request, init: RequestInit = {}) {
    const response = await fetch(address, { ...init, signal: limited(init) })
    noteSiteBuild(response.headers.get('x-site-build'))
    return response
  },
}

const limited = ({ signal }: RequestInit): AbortSignal => {
  const limit = AbortSignal.timeout(REQUEST_MS)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

const inBatches = { ...connection, maxItems: LONGEST_BATCH }

/**
 * Queries made at the same time are sent in one request, those of plugins in another one, so that no answer of the core
 * waits for a plugin; a command is sent separately, so that nothing waits for it.
 */
export const links: TRPCLink<CoreRouter>[] = [
  splitLink({
    condition: ({ type }) => type === 'query',
    true: splitLink({
      condition: ({ path }) => isOfCore(path),
      true: httpBatchLink(inBatches),
      false: pluginQueries(inBatches),
    }),
    false: httpLink(connection),
  }),
]
