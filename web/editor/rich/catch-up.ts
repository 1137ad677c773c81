import type { EditorView } from 'prosemirror-view'

/** Exists in every view, but is missing in its types. */
interface Observing {
  readonly domObserver: { forceFlush(): void; flush(): void }
}

/**
 * Makes the editor read changes already made by the browser, such as the caret moved by a key. Call it before any
 * automatic redraw, which would otherwise move the caret back to its last known position.
 */
export function catchUp(view: EditorView): void {
  const { domObserver } = view as unknown as Observing
  domObserver.forceFlush()
  domObserver.flush()
}
