import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import type { MenuNode, MenuRow } from './menu-nodes.ts'

/** What the tree shows, and what can be changed in it. */
export interface TreePlace {
  readonly rows: readonly MenuRow[]
  /** The row that has the keyboard focus. */
  readonly at: number
  readonly open: ReadonlySet<number>
  focus(at: number): void
  /** Opens or closes a catalog. */
  toggle(catalogId: number): void
}

/** Editing tools for the tree of an item, loaded for editors only. */
export interface TreeTools {
  /** Handlers on the tree itself: pointer, drag and context menu for all rows. */
  tree(place: TreePlace): HTMLAttributes<HTMLDivElement>
  /** Additional props of a row. */
  row(node: MenuNode): HTMLAttributes<HTMLElement>
  /** Rendered instead of a row while it is being renamed. */
  fieldFor(node: MenuNode): ReactNode
  /** @returns whether the key was handled */
  onKey(event: KeyboardEvent, place: TreePlace): boolean
}
