import { isInCalendar } from '../columns.ts'
import type { LookProblem } from '../look-problem.ts'
import type { ReasonCode } from '../reasons.ts'
import type { DumpedTable } from './dump-reader.ts'
import type { DumpedValue } from './dump-text.ts'

/** Times of a table of which it is assumed in which time zone they are. */
interface Assumed {
  readonly code: ReasonCode
  readonly table: string
  /** What the dump said; '' for nothing. */
  readonly zone: string
  count: number
  /** Of the first one. */
  line: number
}

/**
 * Keeps moments the same: MySQL writes a TIMESTAMP in the time zone of the dump, and ShowDoc its times in China Standard
 * Time, in which they are read later. A DATETIME has no zone, and is left as it is.
 */
export class DumpTimes {
  /** What the dump has set; '' while it has said none. */
  #zone = ''
  /** By the names of MySQL's variables that keep it. */
  readonly #saved = new Map<string, string>()
  readonly #assumed = new Map<string, Assumed>()

  /** @param statement of the dump, which may set its time zone */
  follow(statement: string): void {
    for (const [, name = ''] of statement.matchAll(SAVES)) this.#saved.set(name.toLowerCase(), this.#zone)
    for (const [, ofServer, single, double, name] of statement.matchAll(SETS)) {
      if (ofServer !== undefined) continue
      const zone = single ?? double ?? this.#saved.get(name?.toLowerCase() ?? '') ?? ''
      this.#zone = zone.toUpperCase() === 'SYSTEM' ? '' : zone
    }
  }

  /** The values of a row, those of TIMESTAMP columns in China Standard Time where their zone is known. */
  valuesOf(
    table: DumpedTable,
    columns: readonly string[],
    values: readonly DumpedValue[],
    line: number,
  ): readonly DumpedValue[] {
    if (table.moments.size === 0 && table.dates.size === 0) return values
    return values.map((value, at) => {
      const column = columns[at] ?? ''
      const [, date, time, fraction = ''] = (typeof value === 'string' && WRITTEN.exec(value)) || []
      if (date === undefined || time === undefined || !isInCalendar(date)) return value
      if (table.dates.has(column)) this.#note('dumpDateTimes', table.name, '', line)
      if (!table.moments.has(column)) return value
      const moment = momentAt(Date.parse(`${date}T${time}Z`), this.#zone)
      if (moment === null) {
        this.#note(this.#zone === '' ? 'dumpZoneUnsaid' : 'dumpZoneUnknown', table.name, this.#zone, line)
        return value
      }
      return Number.isNaN(moment) ? value : inChina(moment) + fraction
    })
  }

  /** What was assumed of the times in these tables. */
  problemsOf(isOwn: (table: string) => boolean): readonly LookProblem[] {
    const problems = new Map<string, { code: ReasonCode; zone: string; count: number; line: number }>()
    for (const { code, table, zone, count, line } of this.#assumed.values()) {
      if (!isOwn(table)) continue
      const before = problems.get(`${code} ${zone}`) ?? { code, zone, count: 0, line }
      problems.set(`${code} ${zone}`, { ...before, count: before.count + count })
    }
    return [...problems.values()].map(({ code, zone, count, line }) => ({
      code,
      values: { count, line, ...(code === 'dumpZoneUnknown' && { zone }) },
    }))
  }

  #note(code: ReasonCode, table: string, zone: string, line: number): void {
    const key = `${code} ${table} ${zone}`
    const assumed = this.#assumed.get(key) ?? { code, table, zone, count: 0, line }
    assumed.count += 1
    this.#assumed.set(key, assumed)
  }
}

/** As `@OLD_TIME_ZONE=@@TIME_ZONE`. */
const SAVES = /@(\w+)\s*:?=\s*@@(?:session\.|local\.)?time_zone\b/gi
/** That of the server has no effect on a connection that is open. */
const SETS =
  /((?:global|persist|persist_only)\s+|@@(?:global|persist|persist_only)\.)?\b`?time_zone`?\s*:?=\s*(?:'([^']*)'|"([^"]*)"|(?:ifnull\s*\(\s*)?@(\w+)|\w+)/gi

const WRITTEN = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?$/
const OFFSET = /^([+-])(\d{1,2}):(\d\d)$/

const CHINA_MS = 8 * 3_600_000
const inChina = (moment: number): string => new Date(moment + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')

/** The moment of which a clock in the zone shows this; null for a zone that is not known here. @param shown as of UTC */
function momentAt(shown: number, zone: string): number | null {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  if (sign !== undefined) return shown - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const clock = clockOf(zone)
  if (clock === null) return null
  if (Number.isNaN(shown)) return shown
  // With the offset of a moment that is off by that offset, and then with that of the moment itself.
  const near = shown - (clock(shown) - shown)
  return shown - (clock(near) - near)
}

/** What a clock of the zone shows at a moment, as of UTC. */
type Clock = (moment: number) => number
const CLOCKS = new Map<string, Clock | null>()

function clockOf(zone: string): Clock | null {
  const known = CLOCKS.get(zone)
  if (known !== undefined) return known
  const clock = newClock(zone)
  CLOCKS.set(zone, clock)
  return clock
}

function newClock(zone: string): Clock | null {
  if (zone === '') return null
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' },
    })
    return (moment) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
