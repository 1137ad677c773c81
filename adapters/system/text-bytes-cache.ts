import type { KnownTextBytes } from '#core/ports/text-bytes.ts'
import type { Cache } from '#core/ports/surroundings.ts'
import { MemoryCache } from './memory-cache.ts'

const MOST_COUNTS = 20_000

/** The last counted text sizes of the most active items and people. */
export const textBytesCache = (): Cache<KnownTextBytes> => new MemoryCache(MOST_COUNTS, () => 1)
