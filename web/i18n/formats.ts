import { useTranslation } from 'react-i18next'
import { htmlLang } from './i18n.ts'

export interface Formats {
  /** Date and time to the minute. The text is in the reader's time zone, so render it inside `<time>`. */
  time(at: string | Date): string
  /** To the second, for several events within a minute. */
  exactTime(at: string | Date): string
  /** The time of day only. */
  clock(at: string | Date): string
  /** The date only. */
  day(at: string | Date): string
  number(value: number): string
  /** As `3 min 20 sec`, to the second. */
  duration(ms: number): string
}

/** Dates and numbers in the reader's language. */
export function useFormats(): Formats {
  const { i18n } = useTranslation()
  return formatsIn(i18n.language)
}

// Creating them is slow, and a long list needs one for every line.
const made = new Map<string, Formats>()

function formatsIn(language: string): Formats {
  const known = made.get(language)
  if (known) return known
  const formats = newFormats(language)
  made.set(language, formats)
  return formats
}

function newFormats(language: string): Formats {
  const locale = htmlLang(language)
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const exactTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const numbers = new Intl.NumberFormat(locale)
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
  const units = { hour: unit('hour'), minute: unit('minute'), second: unit('second') }
  return {
    time: (at) => times.format(new Date(at)),
    exactTime: (at) => exactTimes.format(new Date(at)),
    clock: (at) => clocks.format(new Date(at)),
    day: (at) => days.format(new Date(at)),
    number: (value) => numbers.format(value),
    duration(ms) {
      const seconds = Math.round(ms / 1_000)
      const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
      if (hours > 0) return `${units.hour.format(hours)} ${units.minute.format(minutes)}`
      return [...(minutes > 0 ? [units.minute.format(minutes)] : []), units.second.format(seconds % 60)].join(' ')
    },
  }
}
