import { z } from 'zod'
import { unescapedOnce } from './decoded.ts'

/*
 * What columns of ShowDoc hold. Every value is read as text, because its columns have no types one could go by: numbers lie
 * there as text and texts as numbers.
 */
const stored = z.string().nullish()

/** The largest id there can be. */
export const LARGEST_ID = 2_147_483_647
const LATEST_SECONDS = 253_402_300_799

/** The number a text begins with, as PHP takes it; 0 where there is none. */
const numberIn = (value: string | null | undefined): number => Number.parseInt(value ?? '', 10) || 0

export const idColumn = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(LARGEST_ID))

/** The id of something that may be none or gone: null for none, and for what no row can have. */
export const referenceColumn = stored.transform((value) => {
  const id = numberIn(value)
  return id >= 1 && id <= LARGEST_ID ? id : null
})

export const numberColumn = stored.transform(numberIn)

/** A number of which the oldest versions had no column, and meant this one. */
export const numberColumnSince = (before: number) =>
  stored.transform((value) => (value === undefined ? before : numberIn(value)))

export const flagColumn = stored.transform((value) => numberIn(value) === 1)

/** Place of a row among others: the smaller, the earlier. */
export const orderColumn = stored.transform((value) =>
  Math.min(Math.max(numberIn(value ?? '99'), -LARGEST_ID), LARGEST_ID),
)

/** A text as it was typed. */
export const textColumn = stored.transform((value) => unescapedOnce(value ?? ''))

/** A text as it is stored. */
export const rawColumn = stored.transform((value) => value ?? '')

/** Seconds since 1970; null for none. */
export const timeColumn = stored.transform((value) => {
  const seconds = numberIn(value)
  return seconds > 0 && seconds <= LATEST_SECONDS ? new Date(seconds * 1_000) : null
})

/** A moment written as a date, which ShowDoc does in the time of China, or as seconds; null for none. */
export const momentColumn = stored.transform((value) => {
  const written = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(value ?? '')
  if (!written) return timeColumn.parse(value)
  const moment = new Date(`${written[1]}T${written[2]}+08:00`)
  return Number.isNaN(moment.getTime()) ? null : moment
})

/**
 * Ids with commas between them, as PHP reads them: what is no number counts for nothing. Null where nothing is said, and
 * an empty list where something is that names no id, as a list written as JSON does.
 */
export const idListColumn = stored.transform((value) => {
  if (/^[\s0]*$/.test(value ?? '')) return null
  const ids = (value ?? '').split(',').map(numberIn)
  return [...new Set(ids.filter((id) => id >= 1 && id <= LARGEST_ID))]
})
