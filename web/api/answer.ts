import type { QueryClient } from '@tanstack/react-query'
import type { KnownAnswer } from '../session/boot.ts'

type OperationName = KnownAnswer['operation']

export interface Answer<A> {
  /** Undefined while there is no answer. */
  readonly data: A | undefined
  /** Null when there is no error. */
  readonly error: Error | null
  readonly isLoading: boolean
  refetch(): void
}

/** A function that updates an answer. */
export interface Watch {
  current(): Answer<unknown>
  subscribe(listener: () => void): () => void
}

export interface WatchOptions {
  readonly isAskedOnce: boolean
  /** The current answer is kept, however old it is. */
  readonly isOnScreen: boolean
}

export interface OrderOptions {
  /** Errors are not shown. */
  readonly isQuiet?: boolean
  /** The query whose answers become outdated afterwards, also after a failure. */
  readonly outdates?: readonly [group: string, name: string]
}

/** The API client with its cache, for code that selects operations at run time. */
export interface ApiClient {
  readonly queryClient: QueryClient
  watch(questionKey: string, options: WatchOptions): Watch
  prefetch(operation: OperationName, input: unknown): void
  order(operation: OperationName, input: unknown, options: OrderOptions): void
}
