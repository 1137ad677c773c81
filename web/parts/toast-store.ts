export type ToastLook = 'ok' | 'bad' | 'info'
export interface Toast {
  readonly id: number
  readonly text: string
  readonly look: ToastLook
}

const SHOWN_MS = { ok: 3_000, info: 5_000, bad: 8_000 } as const

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const replace = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something for a few seconds at the edge of the screen. The same text is not shown twice at once. */
export function showToast(text: string, look: ToastLook = 'ok'): void {
  if (toasts.some((toast) => toast.text === text)) return
  const id = ++lastId
  replace([...toasts, { id, text, look }])
  setTimeout(() => hideToast(id), SHOWN_MS[look])
}

export const hideToast = (id: number): void => replace(toasts.filter((toast) => toast.id !== id))
export const shownToasts = (): readonly Toast[] => toasts
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
