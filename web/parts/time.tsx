import { useFormats } from '../i18n/formats.ts'
import { useIsInBrowser } from './use-is-in-browser.ts'

export interface TimeProps {
  /** ISO text. */
  readonly at: string
  /** To the second. */
  readonly isExact?: boolean
}

/** A time in the reader's language and, after hydration, in the reader's time zone. */
export function Time({ at, isExact = false }: TimeProps) {
  const isInBrowser = useIsInBrowser()
  const formats = useFormats()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {isInBrowser ? (isExact ? formats.exactTime(at) : formats.time(at)) : at.slice(0, 10)}
    </time>
  )
}
