import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import type { ApiOf, CacheOf } from './api-types.ts'
import { ask, order, type OperationName } from './connection.ts'

type CoreApi = ApiOf<CoreOperations> & {
  /** The answers in memory, to ask again for them or to change them. */
  useUtils(): CacheOf<CoreOperations>
}

/** Where an answer is kept. */
export const queryKeyOf = (operation: OperationName, input: unknown) => [...operation, input ?? {}] as const

/**
 * Every operation of the core as hooks: `api.page.info.useQuery({ pageId })`. It speaks tRPC's protocol; tRPC's own
 * client would be an eighth of all a reader has to load.
 */
export const api = byName(
  (group, name) => {
    const operation = [group, name] as const
    return {
      useQuery: (input: unknown, options: object) =>
        useQuery({ ...options, queryKey: queryKeyOf(operation, input), queryFn: () => ask(operation, input) }),
      useMutation: (options: object) =>
        useMutation({ ...options, mutationFn: (input: unknown) => order(operation, input) }),
    }
  },
  { useUtils: useCache },
) as unknown as CoreApi

function useCache(): unknown {
  const queryClient = useQueryClient()
  return useMemo(() => cacheOf(queryClient), [queryClient])
}

const cacheOf = (queryClient: QueryClient) =>
  byName(
    (group, name) => {
      const operation = [group, name] as const
      const question = (input: unknown) => ({
        queryKey: queryKeyOf(operation, input),
        queryFn: () => ask(operation, input),
      })
      return {
        invalidate: (input?: object) =>
          queryClient.invalidateQueries({ queryKey: input ? [...operation, input] : operation }),
        // Whoever waits for the answer hears of the refusal himself.
        fetch: (input: unknown) => queryClient.fetchQuery({ ...question(input), meta: { isQuiet: true } }),
        prefetch: (input: unknown) => queryClient.prefetchQuery(question(input)),
        getData: (input: unknown) => queryClient.getQueryData(queryKeyOf(operation, input)),
        setData: (input: unknown, data: unknown) => queryClient.setQueryData(queryKeyOf(operation, input), data),
      }
    },
    { invalidate: () => queryClient.invalidateQueries() },
    (group) => ({ invalidate: () => queryClient.invalidateQueries({ queryKey: [group] }) }),
  )

/** An object of groups of operations that makes what is asked of it, and keeps it. */
function byName(
  make: (group: string, name: string) => object,
  own: object,
  ownOfGroup: (group: string) => object = () => ({}),
): object {
  return madeOnDemand(own, (group) => madeOnDemand(ownOfGroup(group), (name) => make(group, name)))
}

// A function, not a constant: `api` is made with it before this line is reached.
function madeOnDemand(made: object, make: (name: string) => object): object {
  return new Proxy(made, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !Object.hasOwn(target, name)) Reflect.set(target, name, make(name))
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}
