/**
 * Bindings in the order in which their items may be locked after the team. There is no deadlock as long as everybody
 * locks the team first, then its items by id, and nobody who has locked an item asks for a team.
 */
export const inLockOrder = <T extends { readonly itemId: number }>(bindings: readonly T[]): readonly T[] =>
  bindings.toSorted((a, b) => a.itemId - b.itemId)
