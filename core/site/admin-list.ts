import { z } from 'zod'

/** Rows on one page of the lists of administrators (spec §9). */
const ROWS = 7

/** What those lists are asked for by, besides their filters. */
export const adminList = () => ({
  page: z.number().int().min(1).max(1_000_000).default(1),
  count: z.number().int().min(1).max(1000).default(ROWS),
})
