import type { KeptMenu } from '#core/item/menu-view.ts'
import type { Shelf } from '#core/ports/surroundings.ts'
import { MemoryShelf } from './memory-shelf.ts'

// About 40 MB at most, with the texts the wires keep of a menu; a menu of 300 pages has 20,000 characters.
const MOST_CHARACTERS = 4_000_000

/** The menus that are asked for most. */
export const menuShelf = (): Shelf<KeptMenu> =>
  new MemoryShelf(MOST_CHARACTERS, ({ menu }) => JSON.stringify(menu).length)
