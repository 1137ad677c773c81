/**
 * The time that code of a plugin takes for itself. It stands still while the product works for it: during statements of
 * the database, and during operations that it performs.
 */
export interface OwnTime {
  /**
   * Does work of the product, which does not count.
   * @param usesDatabase false for work that begins no transaction; true when left out
   * @throws Error once the time is up: code that wakes up later changes nothing any more
   */
  aside<T>(work: () => Promise<T>, usesDatabase?: boolean): Promise<T>
  /** @throws Error once the time is up */
  assertLeft(): void
}
