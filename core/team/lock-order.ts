/**
 * Bindings in the order in which their items may be held beside the team. Nobody waits in a circle as long as everybody
 * holds the team first and then its items by their ids, and nobody who holds an item asks for a team.
 */
export const inLockOrder = <T extends { readonly itemId: number }>(bindings: readonly T[]): readonly T[] =>
  bindings.toSorted((a, b) => a.itemId - b.itemId)
