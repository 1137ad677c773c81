/** Shorter than ids of pages may be, so that there is room for a number. */
const LONGEST_ID = 450

/** The ids of pages in a file: the same wish gets a number from its second time on, in time linear to all wishes. */
export class DistinctIds {
  readonly #taken = new Set<string>()
  /** The number tried next, by wish. */
  readonly #next = new Map<string, number>()

  /** The same for the same wishes in the same order, by which pages are recognised when the file is imported again. */
  idFor(wish: string): string {
    const base = wish.slice(0, LONGEST_ID)
    let id = base
    let next = this.#next.get(base) ?? 2
    for (; this.#taken.has(id); next += 1) id = `${base} ${next}`
    this.#next.set(base, next)
    this.#taken.add(id)
    return id
  }
}
