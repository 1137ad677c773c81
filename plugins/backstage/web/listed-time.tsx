import { useFormats } from '#web/i18n/formats.ts'

export interface ListedTimeProps {
  /** ISO text. */
  readonly at: string
}

/** A time in a table of many columns: where they have little space only its date, with the time of day as its title. */
export function ListedTime({ at }: ListedTimeProps) {
  const { day, clock, time } = useFormats()
  return (
    <time dateTime={at} title={time(at)}>
      {day(at)} <span className="listed-clock">{clock(at)}</span>
    </time>
  )
}
