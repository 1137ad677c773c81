let bar: HTMLElement | null = null
const listeners = new Set<() => void>()

/** The bar of the screen that is shown says that it is there; null once it has gone. */
export function showBar(element: HTMLElement | null): void {
  bar = element
  for (const listener of listeners) listener()
}

export const shownBar = (): HTMLElement | null => bar

export function onShownBar(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
