import { useFormats } from '../i18n/formats.ts'
import { useIsInBrowser } from './use-is-in-browser.ts'

export interface TimeProps {
  /** ISO text. */
  readonly at: string
  /** Down to the second. */
  readonly isExact?: boolean
}

/** A moment in the reader's language and, once the browser has taken over, in the reader's time zone. */
export function Time({ at, isExact = false }: TimeProps) {
  const isInBrowser = useIsInBrowser()
  const formats = useFormats()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {isInBrowser ? (isExact ? formats.exactTime(at) : formats.time(at)) : at.slice(0, 10)}
    </time>
  )
}
