import { createExtension } from '@blocknote/core'
import { Plugin, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { RichEditor } from '../rich-schema.tsx'
import { changed, textOf, type CellPlace, type TableChange } from './table-changes.ts'
import { gridOf, type Side } from './table-grid.ts'
import { tablePlace } from './table-place.ts'

/** The cell at the cursor, as needed by the bar. */
export interface TableState extends CellPlace {
  readonly side: Side
}

/** Space for the bar above its table: typing does not scroll text behind it. */
const BAR_HEIGHT = 44

/** The depth of blocks that are in no other block. */
const TOP_DEPTH = 2

/** Tracks the table at the cursor, and the place above it for its bar. */
export class TableAtCursor {
  /** Displayed above the table; not part of the document. */
  readonly host = document.createElement('div')
  readonly #listeners = new Set<() => void>()
  #view: EditorView | null = null
  #state: TableState | null = null

  constructor() {
    this.host.className = 'table-bar-place'
    this.host.contentEditable = 'false'
    // Keeps the cursor in its cell when a button is pressed.
    this.host.addEventListener('mousedown', (event) => event.preventDefault())
  }

  get current(): TableState | null {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  change(change: TableChange): void {
    const view = this.#view
    const transaction = view && changed(view.state, change)
    if (transaction) view.dispatch(transaction)
    view?.focus()
  }

  /** The texts of the cells. */
  texts(): readonly (readonly string[])[] {
    const place = this.#view && tablePlace(this.#view.state)
    return place ? gridOf(place.table).map((row) => row.map(textOf)) : []
  }

  /** The id of the block. */
  blockId(): string {
    const place = this.#view && tablePlace(this.#view.state)
    return place ? String(this.#view?.state.doc.resolve(place.at).parent.attrs['id']) : ''
  }

  focusText(): void {
    this.#view?.focus()
  }

  /** @returns false when there is no bar */
  focusBar(): boolean {
    const first = this.host.querySelector<HTMLElement>('button:not(:disabled)')
    first?.focus()
    return first !== null
  }

  readonly extension = () =>
    createExtension(({ editor }) => ({
      key: 'table-at-cursor',
      keyboardShortcuts: { 'Alt-F10': () => (editor as unknown as RichEditor).isEditable && this.focusBar() },
      prosemirrorPlugins: [this.#plugin],
    }))

  readonly #plugin = new Plugin({
    view: (view) => {
      this.#view = view
      return { update: ({ state }) => this.#look(state), destroy: () => (this.#view = null) }
    },
    props: {
      decorations: (state) => this.#shown(state),
      scrollMargin: { top: BAR_HEIGHT, bottom: 5, left: 5, right: 5 },
      scrollThreshold: { top: BAR_HEIGHT, bottom: 0, left: 0, right: 0 },
    },
  })

  #look(state: EditorState): void {
    const place = tablePlace(state)
    const before = this.#state
    const head = place?.table.firstChild
    const after = place && {
      row: place.row,
      column: place.column,
      rows: place.table.childCount,
      columns: head?.childCount ?? 0,
      side: (head?.maybeChild(place.column)?.attrs['textAlignment'] as Side | undefined) ?? 'left',
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return
    this.#state = after
    for (const listener of this.#listeners) listener()
  }

  #shown(state: EditorState): DecorationSet | null {
    const place = tablePlace(state)
    if (!place) return null
    const container = state.doc.resolve(place.at)
    return DecorationSet.create(state.doc, [
      Decoration.widget(place.at, this.host, {
        ...{ key: 'table-bar', side: -1, ignoreSelection: true },
        stopEvent: () => true,
      }),
      Decoration.node(container.before(TOP_DEPTH), container.after(TOP_DEPTH), { class: 'has-table-bar' }),
    ])
  }
}
