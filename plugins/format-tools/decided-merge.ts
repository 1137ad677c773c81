import type { MergeChoice, MergeConflict } from '#core/plugin.ts'

/** A merge whose conflicts are decided in the order in which they occur. */
export class DecidedMerge {
  readonly conflicts: MergeConflict[] = []
  readonly #choices: readonly MergeChoice[]

  constructor(choices: readonly MergeChoice[]) {
    this.#choices = choices
  }

  /** Whether more conflicts occurred than were decided. */
  get isUndecided(): boolean {
    return this.#choices.length < this.conflicts.length
  }

  /** The chosen side of the next conflict; theirs while undecided. */
  decided<T>(mine: T, theirs: T, shown: MergeConflict): T {
    const choice = this.#choices[this.conflicts.length]
    this.conflicts.push(shown)
    return choice === 'mine' ? mine : theirs
  }
}
