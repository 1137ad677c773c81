import type { QueryClient } from '@tanstack/react-query'
import type { KnownAnswer } from '../session/boot.ts'

/** Puts answers the server already gave where the tRPC hooks look for them. */
export function rememberKnown(queryClient: QueryClient, known: readonly KnownAnswer[]): void {
  for (const { operation, input, answer } of known) {
    queryClient.setQueryData([[...operation], { input, type: 'query' }], answer)
  }
}
