/** Whether the comment panel is open, and the selected thread or comment; kept outside of screens. */
export interface PanelState {
  readonly isOpen: boolean
  /** 0 for none. */
  readonly threadId: number
  /** The comment that the address names; 0 or left out for none. */
  readonly commentId?: number
}

let state: PanelState = { isOpen: false, threadId: 0 }
const listeners = new Set<() => void>()

export const panelState = (): PanelState => state
export function onPanelState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function setPanel(next: PanelState): void {
  state = next
  for (const listener of listeners) listener()
}
