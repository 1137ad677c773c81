import type { PageKind } from '../page/kind.ts'

export type KindQuestion = 'recognises' | 'empty' | 'textOf' | 'render' | 'compare' | 'changes' | 'merge'

/** Calls the functions of kinds that are not the core's own, within limits of time and memory. */
export interface KindCalls {
  /** What the function gave, unchecked; null when it failed, or fails so often that it is left alone for a while. */
  answerOf(kind: PageKind, question: KindQuestion, given: readonly unknown[]): Promise<unknown>
}
