/** The page currently read in its item; used by components beside the screens. */
export interface PageOnShow {
  readonly itemId: number
  readonly pageId: number
}

let onShow: PageOnShow | null = null
const listeners = new Set<() => void>()

export const pageOnShow = (): PageOnShow | null => onShow
export function onPageOnShow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function showPage(page: PageOnShow | null): void {
  onShow = page
  for (const listener of listeners) listener()
}
