import type { KnownTextBytes } from '#core/ports/text-bytes.ts'
import type { Cache } from '#core/ports/surroundings.ts'
import { MemoryCache } from './memory-cache.ts'

const MOST_COUNTS = 20_000

/** How much text was last counted for the items and people that write most. */
export const textBytesCache = (): Cache<KnownTextBytes> => new MemoryCache(MOST_COUNTS, () => 1)
