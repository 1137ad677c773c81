/** Whether somebody has asked for the search, which may still be on its way. */
let isWished = false
const listeners = new Set<() => void>()

export const isSearchWished = (): boolean => isWished

export function wishSearch(isWanted: boolean): void {
  isWished = isWanted
  for (const listener of listeners) listener()
}

export function onSearchWish(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
