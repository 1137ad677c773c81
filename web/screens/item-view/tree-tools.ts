import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import type { MenuNode, MenuRow } from './menu-nodes.ts'

/** What is on show in the tree, and what of it can be changed. */
export interface TreePlace {
  readonly rows: readonly MenuRow[]
  /** The row the keys act on. */
  readonly at: number
  readonly open: ReadonlySet<number>
  focus(at: number): void
  /** Opens or closes a catalog. */
  toggle(catalogId: number): void
}

/** What editors have in the tree of an item in addition. It is loaded for them alone. */
export interface TreeTools {
  /** On the tree itself: pointers, drags and menus in any of its rows. */
  tree(place: TreePlace): HTMLAttributes<HTMLDivElement>
  /** On the row of this, over what it has. */
  row(node: MenuNode): HTMLAttributes<HTMLElement>
  /** In the place of its row, while it is given a name. */
  fieldFor(node: MenuNode): ReactNode
  /** @returns whether the key meant something here */
  onKey(event: KeyboardEvent, place: TreePlace): boolean
}
