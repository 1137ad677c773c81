import type { KindQuestion } from '#core/ports/page-kinds.ts'
import type { CheckedFolders } from '../system/checked-folders.ts'

/** What the thread is told at its start. */
export interface KindsTold {
  readonly checked: CheckedFolders
  /** Loaded before the first call. */
  readonly modules: readonly string[]
}

/** A call for the thread. */
export interface KindOrder {
  readonly module: string
  /** `load` only loads the module. */
  readonly question: KindQuestion | 'load'
  readonly given: readonly unknown[]
}
export type KindAnswer = ({ readonly value: unknown } | { readonly failure: string }) & {
  /** What failed since the last answer and nobody waited for, e.g. in a timer. */
  readonly strays: readonly Stray[]
}
export interface Stray {
  /** Of the kind that did it; null when that is not known. */
  readonly module: string | null
  readonly failure: string
}
