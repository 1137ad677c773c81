import { z } from 'zod'
import { unescapedOnce } from './decoded.ts'

/*
 * The values of ShowDoc's columns. Every value is read as text, because its columns have no reliable types: numbers are
 * stored as text, and texts as numbers.
 */
const stored = z.string().nullish()

/** The largest possible id. */
export const LARGEST_ID = 2_147_483_647
const LATEST_SECONDS = 253_402_300_799
/** From 2001 to 2096. Other numbers above the latest second may be dates without signs, or ends far away. */
const [LEAST_MILLISECONDS, MOST_MILLISECONDS] = [1e12, 4e12]

/** The number at the start of a text, as in PHP; 0 when there is none. */
const numberIn = (value: string | null | undefined): number => Number.parseInt(value ?? '', 10) || 0

/** Written as SQLite writes a number: 07 would be another row for a condition in SQL than for who reads it. */
export const idColumn = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(LARGEST_ID))

const isId = (number: number): boolean => number >= 1 && number <= LARGEST_ID

/** The id of something that may be missing: null for none, and for impossible ids. */
export const referenceColumn = stored.transform((value) => {
  const id = numberIn(value)
  return isId(id) ? id : null
})

/** The id of another row, which a condition in SQL finds by the same number; 0 for anything else. */
export const exactIdColumn = stored.transform((value) => (/^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : 0))

export const numberColumn = stored.transform(numberIn)

/** A number whose column is missing in the oldest versions, which behave as if it were this one. */
export const numberColumnSince = (before: number) =>
  stored.transform((value) => (value === undefined ? before : numberIn(value)))

export const flagColumn = stored.transform((value) => numberIn(value) === 1)

/** Position of a row among others: smaller values come first. */
export const orderColumn = stored.transform((value) =>
  Math.min(Math.max(numberIn(value ?? '99'), -LARGEST_ID), LARGEST_ID),
)

/** A text as it was typed. */
export const textColumn = stored.transform((value) => unescapedOnce(value ?? ''))

/** A text as it is stored. */
export const rawColumn = stored.transform((value) => value ?? '')

/**
 * A time: seconds since 1970, milliseconds where they can only be that, or a date, which ShowDoc writes in China Standard
 * Time. Null for none, and for anything else.
 */
export const timeColumn = stored.transform((value) => {
  const milliseconds = millisecondsIn(value ?? '')
  return milliseconds > 0 && milliseconds < Infinity ? new Date(milliseconds) : null
})

/**
 * When something ends: null where it never does, as by a number after all times, and the text where it is no time. A text
 * of which nothing can be made does not let it last longer than whoever wrote it wanted.
 */
export const endColumn = stored.transform((value) => {
  const text = value ?? ''
  const milliseconds = millisecondsIn(text)
  if (milliseconds === 0 || milliseconds === Infinity || isNothing(text)) return null
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds)
})

/** Whether it is what is stored where there is no number or time, also by MySQL. */
export const isNothing = (text: string): boolean => /^[\s0:.-]*$/.test(text)

const DATE = /^\s*(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?)?\s*$/
const NUMBER = /^\s*\+?\d+(?:\.\d*)?(?:e\+?\d+)?\s*$/i

/** NaN for neither a date nor a number, and infinity for a number after all times. */
function millisecondsIn(text: string): number {
  const [, date, time = '00:00:00'] = DATE.exec(text) ?? []
  if (date !== undefined) return isInCalendar(date) ? Date.parse(`${date}T${time}+08:00`) : Number.NaN
  if (!NUMBER.test(text)) return Number.NaN
  const number = Math.trunc(Number(text))
  if (number >= LEAST_MILLISECONDS && number <= MOST_MILLISECONDS) return number
  return number > LATEST_SECONDS ? Infinity : number * 1_000
}

/** Of a date as 2020-02-29: `Date` takes 30 February for a day in March. */
export function isInCalendar(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/**
 * The ids that begin these parts of a value, as PHP reads them: other parts are ignored. Null for an empty value, and an
 * empty list for a value without any id, such as a list written as JSON.
 */
const idsColumn = (partsOf: (value: string) => readonly string[]) =>
  stored.transform((value) => {
    const text = value ?? ''
    if (/^[\s0]*$/.test(text)) return null
    return [...new Set(partsOf(text).map(numberIn).filter(isId))]
  })

/** Ids separated by commas. */
export const idListColumn = idsColumn((value) => value.split(','))

/** The only catalog of a limit, as a list: empty for what is no id, so that nothing is shown rather than everything. */
export const limitColumn = idsColumn((value) => [value])
