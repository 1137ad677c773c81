import { hideToast, showToast, shownToasts, type ToastAction } from './toast-store.ts'

export interface UndoOffer {
  /** Where it was done. */
  readonly itemId: number
  /** Says what was done. */
  readonly text: string
  readonly label: string
  /** The pages it brings back from the recycle bin. */
  readonly pageIds?: readonly number[]
  run(): void
}

interface Offered {
  readonly itemId: number
  readonly action: ToastAction
}

let last: Offered | null = null
/** The pages that an action brings back: forgotten with its message. */
const pagesOf = new WeakMap<ToastAction, readonly number[]>()

/** Offers to undo what was just done: in a message, and by `undoLast` until something else was done. */
export function offerUndo({ itemId, text, label, pageIds = [], run }: UndoOffer): void {
  const once = () => {
    withdraw(action)
    run()
  }
  const action: ToastAction = { label, run: once }
  last = { itemId, action }
  pagesOf.set(action, pageIds)
  showToast(text, 'ok', action)
}

/** Undoes what was done last; false when there is nothing to undo in this item, which is the one people see. */
export function undoLast(itemId: number): boolean {
  if (last?.itemId !== itemId) return false
  last.action.run()
  return true
}

/** A page came back in another way: what would bring it back is not offered any more. */
export function withdrawUndo(pageId: number): void {
  for (const action of [last?.action, ...shownToasts().map((toast) => toast.action)])
    if (action && pagesOf.get(action)?.includes(pageId)) withdraw(action)
}

function withdraw(offered: ToastAction): void {
  if (last?.action === offered) last = null
  for (const { id, action } of shownToasts()) if (action === offered) hideToast(id)
}
