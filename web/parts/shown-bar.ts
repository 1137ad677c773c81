let bar: HTMLElement | null = null
const listeners = new Set<() => void>()

/** Called with the bar of the current screen; null once it is unmounted. */
export function showBar(element: HTMLElement | null): void {
  bar = element
  for (const listener of listeners) listener()
}

export const shownBar = (): HTMLElement | null => bar

export function onShownBar(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
