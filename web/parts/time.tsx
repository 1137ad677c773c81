import { useSyncExternalStore } from 'react'
import { useFormats } from '../i18n/formats.ts'

export interface TimeProps {
  /** ISO text. */
  readonly at: string
}

const never = () => () => {}

/** A moment in the reader's language and, once the browser has taken over, in the reader's time zone. */
export function Time({ at }: TimeProps) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const formats = useFormats()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {isInBrowser ? formats.time(at) : at.slice(0, 10)}
    </time>
  )
}
