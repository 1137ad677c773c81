import type { QueryClient } from '@tanstack/react-query'
import type { KnownAnswer } from '../session/boot.ts'

type OperationName = KnownAnswer['operation']

export interface Answer<A> {
  /** Undefined as long as there is no answer. */
  readonly data: A | undefined
  /** Null when nothing went wrong. */
  readonly error: Error | null
  readonly isLoading: boolean
  refetch(): void
}

/** An answer that changes. */
export interface Watch {
  current(): Answer<unknown>
  subscribe(listener: () => void): () => void
}

export interface WatchOptions {
  readonly isAskedOnce: boolean
  /** The person looks at the answer already, however old it is. */
  readonly isOnScreen: boolean
}

export interface OrderOptions {
  /** Nobody is told when it fails. */
  readonly isQuiet?: boolean
  /** The query whose answers are out of date afterwards, also after a failure. */
  readonly outdates?: readonly [group: string, name: string]
}

/** The API's client with the answers in memory, for what names operations while the program runs. */
export interface ApiClient {
  readonly queryClient: QueryClient
  watch(questionKey: string, options: WatchOptions): Watch
  prefetch(operation: OperationName, input: unknown): void
  order(operation: OperationName, input: unknown, options: OrderOptions): void
}
