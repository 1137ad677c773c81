import { httpBatchLink, retryLink, type Operation, type TRPCLink } from '@trpc/client'
import type { CoreRouter } from './api-types.ts'
import { groupOf } from './core-groups.ts'

/** How long the queries of several groups wait for each other. */
const TOGETHER_MS = 3_000

interface BatchOptions {
  readonly url: string
  readonly maxItems: number
  headers(): Record<string, string>
  fetch(address: string | URL | Request, init?: RequestInit): Promise<Response>
}
type Sending = ReturnType<TRPCLink<CoreRouter>>

/**
 * Queries of plugins, in one request as long as all of them answer soon. Otherwise the request is given up, and each of
 * its groups is asked separately until it answers soon again: one that hangs then only keeps its own answers.
 */
export function pluginQueries(options: BatchOptions): TRPCLink<CoreRouter>[] {
  const apart = new Set<string>()
  const wereTogether = new WeakSet<Operation>()

  async function fetchTogether(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const groups = groupsIn(address)
    if (groups.size < 2) return options.fetch(address, init)
    const limit = AbortSignal.timeout(TOGETHER_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    try {
      const response = await options.fetch(address, { ...init, signal })
      // The time limit covers the whole answer, not only its head.
      return new Response(await response.text(), response)
    } catch (error) {
      if (limit.aborted) for (const group of groups) apart.add(group)
      throw error
    }
  }

  async function fetchAlone(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    const begun = performance.now()
    const response = await options.fetch(address, init)
    const answer = new Response(await response.text(), response)
    if (performance.now() - begun < TOGETHER_MS) for (const group of groupsIn(address)) apart.delete(group)
    return answer
  }

  const send: TRPCLink<CoreRouter> = (runtime) => {
    const together = httpBatchLink<CoreRouter>({ ...options, fetch: fetchTogether })(runtime)
    const alone = new Map<string, Sending>()
    return (call) => {
      const group = groupOf(call.op.path)
      if (!apart.has(group)) {
        wereTogether.add(call.op)
        return together(call)
      }
      const sending = alone.get(group) ?? httpBatchLink<CoreRouter>({ ...options, fetch: fetchAlone })(runtime)
      alone.set(group, sending)
      return sending(call)
    }
  }
  const isDueAlone = (op: Operation): boolean => wereTogether.has(op) && apart.has(groupOf(op.path))
  return [retryLink({ retry: ({ op, attempts }) => attempts === 1 && isDueAlone(op) }), send]
}

/** The groups of the operations asked for at this address. */
function groupsIn(address: string | URL | Request): ReadonlySet<string> {
  const [place = ''] = (address instanceof Request ? address.url : address.toString()).split('?')
  const names = decodeURIComponent(place.slice(place.lastIndexOf('/') + 1))
  return new Set(names.split(',').map(groupOf))
}
