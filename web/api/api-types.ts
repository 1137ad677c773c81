import type { UseMutationOptions, UseMutationResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Operation, OperationTable } from '#core/operation.ts'
import type { ApiError } from './connection.ts'

/** A value as it arrives: JSON has no dates. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T

type InputOf<Op> = Op extends Operation<infer _K, infer I, infer _O, infer _R> ? z.input<I> : never
/** What an operation answers, as screens see it. */
export type AnswerOf<Op> = Op extends Operation<infer _K, infer _I, infer O, infer _R> ? Wire<z.output<O>> : never
// What takes or gives files is left to REST.
type Shown<G> = keyof {
  [N in keyof G as G[N] extends { readonly restOnly?: infer R } ? (true extends R ? never : N) : N]: true
}

/** An input may be left out when nothing in it is required. */
type Input<I> = object extends I ? I | void | undefined : I
type QueryOptions<A> = Omit<UseQueryOptions<A, ApiError>, 'queryKey' | 'queryFn'>

interface QueryHooks<I, A> {
  useQuery(input: Input<I>, options?: QueryOptions<A>): UseQueryResult<A, ApiError>
}
interface CommandHooks<I, A> {
  useMutation<C = unknown>(
    options?: Omit<UseMutationOptions<A, ApiError, I, C>, 'mutationFn'>,
  ): UseMutationResult<A, ApiError, I, C>
}
/** Every operation of a table as hooks. */
export type ApiOf<T extends OperationTable> = {
  [G in keyof T]: {
    [N in Shown<T[G]>]: T[G][N] extends { readonly kind: 'query' }
      ? QueryHooks<InputOf<T[G][N]>, AnswerOf<T[G][N]>>
      : CommandHooks<InputOf<T[G][N]>, AnswerOf<T[G][N]>>
  }
}

interface Cached {
  /** Asks again for what is on screen, and for the rest when it is next needed. */
  invalidate(): Promise<void>
}
interface CachedQuery<I, A> {
  invalidate(input?: Partial<I>): Promise<void>
  fetch(input: Input<I>): Promise<A>
  prefetch(input: Input<I>): Promise<void>
  getData(input: Input<I>): A | undefined
  setData(input: Input<I>, data: A | undefined | ((before: A | undefined) => A | undefined)): void
}
/** The answers in memory. */
export type CacheOf<T extends OperationTable> = Cached & {
  [G in keyof T]: Cached & {
    [N in Shown<T[G]>]: T[G][N] extends { readonly kind: 'query' }
      ? CachedQuery<InputOf<T[G][N]>, AnswerOf<T[G][N]>>
      : never
  }
}
