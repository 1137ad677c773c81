import type { SavedFact } from './server.ts'

/** Everything typed in the simulation is made of these: the letter of a person and a number. */
export const wordsIn = (text: string): readonly string[] => text.match(/\b[a-e]\d+\b/g) ?? []

interface Word {
  readonly person: string
  readonly device: string
  readonly tab: string
  /** How long the tab had been awake by then. */
  readonly awakeAt: number
}

/** Who typed what, saw what and was told what: what the outcome is held against. */
export class Ledger {
  readonly typed = new Map<string, Word>()
  /** What is no longer owed: taken out by its author, or lost with a machine or a crash before it could be kept. */
  readonly #forgiven = new Set<string>()
  /** Known to the tab to be on the server, as a draft or saved. */
  readonly #safe = new Set<string>()
  readonly #commits = new Map<string, number>()
  readonly #authors = new Map<string, string>()
  /** By page and revision, what somebody was told to have been saved. */
  readonly acknowledged = new Map<string, string>()
  readonly pages = new Set<number>()
  readonly problems: string[] = []

  owed(): readonly string[] {
    return [...this.typed.keys()].filter((word) => !this.#forgiven.has(word))
  }
  forgive(words: Iterable<string>): void {
    for (const word of words) this.#forgiven.add(word)
  }
  /** Taken out on purpose: whoever sees a word of somebody else has it from the server, which owes it still. */
  takenOut(words: readonly string[], person: string): void {
    this.forgive(words.filter((word) => this.typed.get(word)?.person === person))
  }
  reachedServer(text: string): void {
    for (const word of wordsIn(text)) this.#safe.add(word)
  }
  /** A tab ended at once: what it had not yet been given a second to write down is not owed. */
  crashed(tab: string, since: number): void {
    this.forgive([...this.typed].filter(([, at]) => at.tab === tab && at.awakeAt > since).map(([word]) => word))
  }
  machineLost(device: string): void {
    this.forgive(
      [...this.typed].filter(([word, at]) => at.device === device && !this.#safe.has(word)).map(([word]) => word),
    )
  }

  /** A save was written down. `seen` are the revisions of that page its tab knows. */
  committed(
    by: { readonly tab: string; readonly saveId: string; hasSeen(pageId: number, revision: number): boolean },
    facts: readonly SavedFact[],
  ): void {
    for (const { page, before } of facts) {
      this.pages.add(page.id)
      this.#authors.set(`${page.id}/${page.revision}`, by.tab)
      const times = (this.#commits.get(by.saveId) ?? 0) + 1
      this.#commits.set(by.saveId, times)
      if (times > 1) this.problems.push(`save ${by.saveId.slice(0, 8)} of ${by.tab} was done ${times} times`)
      if (before && !by.hasSeen(page.id, before.revision))
        this.problems.push(`${by.tab} overwrote revision ${before.revision} of page ${page.id} without having seen it`)
    }
  }
  /** Somebody else has to have written what a merge view shows. */
  mergeShown(tab: string, pageId: number, base: number, newest: number): void {
    for (let revision = base + 1; revision <= newest; revision += 1) {
      if (this.#authors.get(`${pageId}/${revision}`) !== tab) return
    }
    this.problems.push(`${tab} was asked to merge with its own save`)
  }
}
