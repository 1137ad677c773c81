import type { EditorView } from 'prosemirror-view'

/** What every view has and its types leave out. */
interface Observing {
  readonly domObserver: { forceFlush(): void; flush(): void }
}

/**
 * Lets the editor read what the browser has done already, such as the caret that a key has moved. To be called before
 * anything is drawn anew by itself: drawing puts the caret where the editor last knew it, and the next letters with it.
 */
export function catchUp(view: EditorView): void {
  const { domObserver } = view as unknown as Observing
  domObserver.forceFlush()
  domObserver.flush()
}
