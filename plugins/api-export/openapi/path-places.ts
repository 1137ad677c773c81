/** Where operations are in a document: no two with the same method, and no two spellings of one path. */
export class PathPlaces {
  readonly #spellings = new Map<string, { readonly spelling: string; readonly methods: Set<string> }[]>()

  /**
   * @returns a suffix for the path that makes the operation's place unique, such as `#2`; '' for the first. Clients do
   * not send what follows a `#`, so the path leads to the same call.
   */
  take(path: string, method: string): string {
    const same = path.replaceAll(/\{[^{}]*\}/g, '{}')
    const places = this.#spellings.get(same) ?? []
    this.#spellings.set(same, places)
    let at = places.findIndex(({ spelling, methods }) => spelling === path && !methods.has(method))
    if (at < 0) at = places.push({ spelling: path, methods: new Set() }) - 1
    places[at]?.methods.add(method)
    return at === 0 ? '' : `#${at + 1}`
  }
}
