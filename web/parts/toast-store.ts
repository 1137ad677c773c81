export type ToastLook = 'ok' | 'bad' | 'info'
export interface Toast {
  readonly id: number
  readonly text: string
  readonly look: ToastLook
  readonly action: ToastAction | undefined
}
/** An action offered while it is shown. */
export interface ToastAction {
  readonly label: string
  run(): void
  /** The message stays until this is chosen, or it is closed. */
  readonly isKept?: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const replace = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for a few seconds. The same text is not shown twice at once. What a plugin in JavaScript gives instead
 * of text becomes text here, so that it fails in the plugin if it cannot.
 */
export function showToast(given: string, look: ToastLook = 'ok', asked?: ToastAction): void {
  const text = String(given)
  // A part finds its own message by its action.
  const action =
    asked && typeof asked.label !== 'string' ? { label: String(asked.label), run: () => asked.run() } : asked
  if ((!action || action.isKept) && toasts.some((toast) => toast.text === text)) return
  replace([...toasts, { id: ++lastId, text, look, action }])
}

export const hideToast = (id: number): void => replace(toasts.filter((toast) => toast.id !== id))
export const shownToasts = (): readonly Toast[] => toasts
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
