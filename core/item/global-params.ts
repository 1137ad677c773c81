import { z } from 'zod'
import { text } from '../schema.ts'
import type { GlobalParams, Item } from './item.ts'

const MOST_ROWS = 200
/** UTF-16 units of a list as JSON: it is shown with every page of the item. */
const LONGEST = 100_000

const isText = (value: string): boolean => text(LONGEST).safeParse(value).success

function isKeepable(rows: readonly object[]): boolean {
  let isGood = true
  const written = JSON.stringify(rows, (name, value: unknown) => {
    isGood &&= isText(name) && (typeof value !== 'string' || isText(value))
    return value
  })
  return isGood && written.length <= LONGEST
}

/** Rows in the format of parameter tables in API documents; unknown fields are kept unchanged. */
const rows = () =>
  z
    .array(z.record(z.string(), z.unknown()))
    .max(MOST_ROWS)
    .refine((list) => isKeepable(list))

/** A given list replaces the existing one. */
export const NewGlobalParams = z.object({
  query: rows().optional(),
  body: rows().optional(),
  header: rows().optional(),
})

/** The item with other parameters for all its calls; lists that are left out do not change. */
export function withGlobalParams(item: Item, given: z.output<typeof NewGlobalParams>, now: Date): Item {
  const { query, body, header } = item.globalParams
  const globalParams: GlobalParams = {
    query: given.query ?? query,
    body: given.body ?? body,
    header: given.header ?? header,
  }
  return { ...item, globalParams, updatedAt: now }
}
