const QUARTER_MS = 15 * 60_000
const OFFSETS_KEPT = 2_000

/** Instants as REST shows them, `YYYY-MM-DD HH:mm:ss` in the site's time zone (D44). */
export function timeShower(timeZone: string | undefined): (instant: Date) => string {
  // Swedish writes dates just so.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  // Zones change on the quarter of an hour. Asking for the zone is what takes long, so it is asked once for each.
  const offsets = new Map<number, number>()
  const offsetAt = (quarter: number): number => {
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size >= OFFSETS_KEPT) offsets.clear()
    const start = quarter * QUARTER_MS
    const offset = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start
    offsets.set(quarter, offset)
    return offset
  }
  return (instant) => {
    const ms = instant.getTime()
    const local = new Date(ms + offsetAt(Math.floor(ms / QUARTER_MS)))
    return local.toISOString().slice(0, 19).replace('T', ' ')
  }
}
