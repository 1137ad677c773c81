import type { KeptMenu } from '#core/item/menu-view.ts'
import { MemoryCache } from './memory-cache.ts'

// About 40 MB at most, with the cached wire formats of a menu; a menu of 300 pages has 20,000 characters.
const MOST_CHARACTERS = 4_000_000

/** The most requested menus. */
export const menuCache = (): MemoryCache<KeptMenu> =>
  new MemoryCache(MOST_CHARACTERS, ({ menu }) => JSON.stringify(menu).length)
