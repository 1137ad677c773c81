import './watermark.css'
import { useEffect } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { useFormats } from '../i18n/formats.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { keepWatermark } from './keep-watermark.ts'

/**
 * The reader's name and the time, across the whole page, also on paper. Visitors have no name, so there is none for
 * them.
 */
export function Watermark() {
  const user = useCurrentUser()
  const formats = useFormats()
  const { username, name = '' } = user ?? {}
  useEffect(() => {
    if (username === undefined) return undefined
    const parts = [username, formats.day(new Date()), name]
    return keepWatermark(parts.filter((part) => part !== '').join('  '))
  }, [username, name, formats])
  return null
}

/** The watermark on screens without an item that decides about it. */
export function SiteWatermark() {
  const user = useCurrentUser()
  const { data } = useAnswer('site', 'watermark', {}, { isEnabled: Boolean(user) })
  return data?.showWatermark ? <Watermark /> : null
}
