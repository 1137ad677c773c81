const QUARTER_MS = 15 * 60_000
const OFFSETS_KEPT = 2_000

/** Times on REST, `YYYY-MM-DD HH:mm:ss` in the site's time zone (D44). */
export function timeShower(timeZone: string | undefined): (instant: Date) => string {
  // The Swedish format is exactly this.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsetAt = (instant: number): number => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
  // Time zone lookups are slow, so there is one per quarter of an hour. Clocks change on the quarter nearly everywhere;
  // in Newfoundland they once did at one minute past midnight: null for such a quarter.
  const offsets = new Map<number, number | null>()
  const offsetIn = (quarter: number): number | null => {
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size >= OFFSETS_KEPT) offsets.clear()
    const start = quarter * QUARTER_MS
    const offset = offsetAt(start)
    const kept = offset === offsetAt(start + QUARTER_MS - 1000) ? offset : null
    offsets.set(quarter, kept)
    return kept
  }
  return (instant) => {
    const ms = instant.getTime()
    const offset = offsetIn(Math.floor(ms / QUARTER_MS))
    if (offset === null) return format.format(instant)
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}
