import './watermark.css'
import { useEffect } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { useFormats } from '../i18n/formats.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { keepWatermark } from './keep-watermark.ts'

/** Who reads and when, all over the page, on paper as well. Visitors have no name, so they see nothing. */
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

/** The watermark where no item says whether there is one. */
export function SiteWatermark() {
  const user = useCurrentUser()
  const { data } = useAnswer('site', 'watermark', {}, { isEnabled: Boolean(user) })
  return data?.showWatermark ? <Watermark /> : null
}
