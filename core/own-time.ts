/**
 * The time that code of a plugin takes for itself. It stands still while the product works for it: during statements of
 * the database, and during operations that it performs.
 */
export interface OwnTime {
  /**
   * Does work of the product, which does not count.
   * @throws Error once the time is up: code that wakes up later changes nothing any more
   */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** @throws Error once the time is up */
  assertLeft(): void
}
