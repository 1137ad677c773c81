import type { KindQuestion } from '#core/ports/page-kinds.ts'

/** A call for the thread. */
export interface KindOrder {
  readonly module: string
  readonly question: KindQuestion
  readonly given: readonly unknown[]
}
export type KindAnswer = { readonly value: unknown } | { readonly failure: string }
