import { z } from 'zod'

/** Rows per page in lists for administrators (spec §9). */
const ROWS = 7

/** Parameters of those lists, besides their filters. */
export const adminList = () => ({
  page: z.number().int().min(1).max(1_000_000).default(1),
  count: z.number().int().min(1).max(1000).default(ROWS),
})
