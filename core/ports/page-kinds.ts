import type { PageKind } from '../page/kind.ts'

export type KindQuestion = 'recognises' | 'empty' | 'textOf' | 'render' | 'compare' | 'changes' | 'merge'

/** Calls functions of page kinds that are not part of the core, within time and memory limits. */
export interface KindCalls {
  /**
   * The unchecked result of the function; null when it failed, or has failed so often that it is not called for a
   * while.
   */
  answerOf(kind: PageKind, question: KindQuestion, given: readonly unknown[]): Promise<unknown>
  /** When a kind that has failed too often is called again; null while it is called. */
  leftAloneUntil(kind: PageKind): Date | null
  /** Calls it again from now on, and forgets its failures. */
  callAgain(kind: PageKind): void
}
