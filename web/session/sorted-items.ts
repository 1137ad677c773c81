import { ownName } from './own-names.ts'

const KEY = 'sorted_items'

/** Whether items were put into another order in this browser: then nobody needs to be told how. */
export function hasSortedItems(): boolean {
  try {
    return localStorage.getItem(ownName(KEY)) !== null
  } catch {
    return false
  }
}

export function noteSortedItems(): void {
  try {
    localStorage.setItem(ownName(KEY), 'yes')
  } catch {
    // A browser that keeps nothing is told again.
  }
}
