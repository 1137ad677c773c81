import type { Language } from '../language.ts'
import type { PageKind } from '../page/kind.ts'

export type KindQuestion = 'recognises' | 'empty' | 'textOf' | 'render' | 'compare' | 'changes' | 'merge'

/** Calls functions of page kinds that are not part of the core, within time and memory limits. */
export interface KindCalls {
  /** Resolves once these kinds can be called; their first use after the start of the server takes a while. */
  ready(kinds: readonly PageKind[]): Promise<void>
  /**
   * The unchecked result of the function; null when it failed, or has failed so often that it is not called for a
   * while. Callers need not wait until the end: a result that took long is kept for the next ones.
   * @param passed told in steps how long kinds have worked or slept since; not what the rest of the machine did
   */
  answerOf(
    kind: PageKind,
    question: KindQuestion,
    given: readonly unknown[],
    passed?: (ms: number) => void,
  ): Promise<unknown>
  /** When a kind that has failed too often is called again; null while it is called. */
  leftAloneUntil(kind: PageKind): Date | null
  /** Calls it again from now on, and forgets its failures. */
  callAgain(kind: PageKind): void
}

/** A kind that a plugin has added to this site, whether or not the plugin is running. */
export interface KnownKind {
  readonly id: string
  /** Item types whose new pages are of this kind. */
  readonly itemTypes: readonly string[]
  /** The display name of the plugin. */
  readonly plugin: Readonly<Record<Language, string>>
}
export interface KnownKinds {
  /** Empty until all plugins have been loaded. */
  list(): readonly KnownKind[]
}
