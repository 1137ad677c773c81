import type { QueryClient } from '@tanstack/react-query'
import type { KnownAnswer } from '../session/boot.ts'
import { queryKeyOf } from './trpc.ts'

/** Puts answers the server already gave where the hooks look for them. */
export function rememberKnown(queryClient: QueryClient, known: readonly KnownAnswer[]): void {
  for (const { operation, input, answer } of known) queryClient.setQueryData(queryKeyOf(operation, input), answer)
}
