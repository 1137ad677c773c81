/** Instants as REST shows them, `YYYY-MM-DD HH:mm:ss` in the site's time zone (D44). */
export function timeShower(timeZone: string | undefined): (instant: Date) => string {
  // Swedish writes dates just so.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => format.format(instant)
}
