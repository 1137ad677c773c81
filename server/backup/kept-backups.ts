/** How many days, weeks and months keep their last backup. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const NAME = /^octavo-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/

/** The name of an archive made at this moment, by which it is sorted. */
export const nameOfBackup = (at: Date): string => `octavo-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`

function timeOf(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? []
  const [year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  return parts.length === 0 ? null : new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

/** `7,4,12`; null when it is written otherwise. The last backup is always kept. */
export function keepRuleFrom(text: string): KeepRule | null {
  const match = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text.replaceAll(' ', ''))
  if (!match) return null
  const [days = 0, weeks = 0, months = 0] = match.slice(1).map(Number)
  return { days, weeks, months }
}

/**
 * Those of the files in a folder that are backups and need not be kept. Of each of the last days, weeks (from Monday) and
 * months in which there were backups, the last one is kept.
 */
export function outdatedBackups(names: readonly string[], { days, weeks, months }: KeepRule): readonly string[] {
  const backups = names
    .flatMap((name) => {
      const at = timeOf(name)
      return at ? [{ name, at }] : []
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set(backups.slice(0, 1).map(({ name }) => name))
  const keepLast = (count: number, periodOf: (at: Date) => string): void => {
    const last = new Map<string, string>()
    for (const { name, at } of backups) if (!last.has(periodOf(at))) last.set(periodOf(at), name)
    for (const name of [...last.values()].slice(0, count)) kept.add(name)
  }
  keepLast(days, (at) => at.toISOString().slice(0, 10))
  keepLast(weeks, (at) => mondayOf(at).toISOString().slice(0, 10))
  keepLast(months, (at) => at.toISOString().slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

const DAY_MS = 86_400_000
const mondayOf = (at: Date): Date => new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS)
