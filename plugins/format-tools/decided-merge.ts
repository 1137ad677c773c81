import type { MergeChoice, MergeConflict } from '#core/plugin.ts'

/** A merge whose conflicts are decided in the order in which it meets them. */
export class DecidedMerge {
  readonly conflicts: MergeConflict[] = []
  readonly #choices: readonly MergeChoice[]

  constructor(choices: readonly MergeChoice[]) {
    this.#choices = choices
  }

  /** Whether it has met more conflicts than were decided. */
  get isUndecided(): boolean {
    return this.#choices.length < this.conflicts.length
  }

  /** One of both sides of the next conflict; theirs as long as nobody has decided. */
  decided<T>(mine: T, theirs: T, shown: MergeConflict): T {
    const choice = this.#choices[this.conflicts.length]
    this.conflicts.push(shown)
    return choice === 'mine' ? mine : theirs
  }
}
