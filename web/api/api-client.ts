import { getUntypedClient } from '@trpc/client'
import { createTRPCQueryUtils } from '@trpc/react-query'
import {
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { KnownAnswer } from '../session/boot.ts'
import type { Answer, ApiClient, Watch } from './answer.ts'
import { createQueryClient } from './query-client.ts'
import { server } from './trpc.ts'

type OperationName = KnownAnswer['operation']

/** tRPC's typed helpers, accessed by name. */
interface NamedQuery {
  queryOptions(input: unknown, options: object): QueryObserverOptions
  setData(input: unknown, answer: unknown, options: { readonly updatedAt: number }): void
  prefetch(input: unknown, options: object): Promise<void>
  invalidate(): Promise<void>
}

const QUIETLY = { isQuiet: true }

/** A client with these cached answers, as of `since` (ms since 1970). */
export function createApiClient(i18n: i18n, known: readonly KnownAnswer[], since: number): ApiClient {
  const queryClient = createQueryClient(i18n)
  const utils: object = createTRPCQueryUtils({ queryClient, client: server })
  const named = ([group, name]: OperationName): NamedQuery =>
    Reflect.get(Reflect.get(utils, group) as object, name) as NamedQuery
  for (const { operation, input, answer } of known) named(operation).setData(input, answer, { updatedAt: since })

  return {
    queryClient,
    watch(questionKey, { isAskedOnce, isOnScreen }) {
      const [group, name, input] = JSON.parse(questionKey) as [string, string, unknown]
      const observer = new QueryObserver(queryClient, {
        ...named([group, name]).queryOptions(input, {}),
        meta: QUIETLY,
        refetchOnMount: !isOnScreen,
        ...(isAskedOnce && { staleTime: Infinity, retry: false }),
        // A query about to start counts as pending from the first render.
        _optimisticResults: 'optimistic',
      })
      return watchOf(observer)
    },
    prefetch(operation, input) {
      void named(operation).prefetch(input, { meta: QUIETLY })
    },
    order(operation, input, { isQuiet = false, outdates }) {
      queryClient
        .getMutationCache()
        .build(queryClient, {
          mutationFn: () => getUntypedClient(server).mutation(operation.join('.'), input),
          meta: { isQuiet },
          onSettled: () => outdates && named(outdates).invalidate(),
        })
        .execute(undefined)
        // Reported by the mutation cache.
        .catch(() => {})
    },
  }
}

function watchOf(observer: QueryObserver): Watch {
  const refetch = () => void observer.refetch()
  const shown = ({ data, error, isLoading }: QueryObserverResult): Answer<unknown> => ({
    data,
    error,
    isLoading,
    refetch,
  })
  let answer = shown(observer.getCurrentResult())
  return {
    current() {
      const next = shown(observer.getCurrentResult())
      const isSame = next.data === answer.data && next.error === answer.error && next.isLoading === answer.isLoading
      answer = isSame ? answer : next
      return answer
    },
    subscribe: (listener) => observer.subscribe(notifyManager.batchCalls(listener)),
  }
}
