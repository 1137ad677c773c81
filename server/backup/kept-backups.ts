import type { BackupState } from '#core/ports/backups.ts'

/** For how many days, weeks and months the last backup is kept. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const NAME = /^octavo-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/

/** The file name of a backup made at this time, which sorts by time. */
export const nameOfBackup = (at: Date): string => `octavo-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`

/** When the backup with this name was made; null for other names. */
export function timeOfBackup(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? []
  const [year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  return parts.length === 0 ? null : new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

/** `7,4,12`; null for another format. The last backup is always kept. */
export function keepRuleFrom(text: string): KeepRule | null {
  const match = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text.replaceAll(' ', ''))
  if (!match) return null
  const [days = 0, weeks = 0, months = 0] = match.slice(1).map(Number)
  return { days, weeks, months }
}

/** A backup considered for deletion. */
export interface Keepable {
  readonly name: string
  readonly state: BackupState
}

/**
 * The names of backups that can be deleted. For each of the last days, weeks (from Monday) and months with backups, the
 * last one is kept, and always the newest proved one. Incomplete ones are counted separately, and so are those from a
 * future, which a wrong clock has dated: they never displace a better one.
 */
export function outdatedBackups(backups: readonly Keepable[], rule: KeepRule, now: Date): readonly string[] {
  const dated = backups
    .flatMap(({ name, state }) => {
      const at = timeOfBackup(name)
      return at ? [{ name, state, at }] : []
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const latest = now.getTime() + CLOCKS_APART_MS
  const eras = [dated.filter(({ at }) => at.getTime() > latest), dated.filter(({ at }) => at.getTime() <= latest)]
  const keptOf = (era: typeof dated) => [
    ...keptByRule(
      era.filter(({ state }) => !SOUND.has(state)),
      rule,
    ),
    ...keptByRule(
      era.filter(({ state }) => SOUND.has(state)),
      rule,
    ),
    ...era.filter(({ state }) => state === 'proved').slice(0, 1),
  ]
  const kept = new Set(eras.flatMap(keptOf).map(({ name }) => name))
  return dated.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** Several machines may make the backups of one site. */
const CLOCKS_APART_MS = 24 * 3_600_000
const SOUND: ReadonlySet<BackupState> = new Set(['proved', 'untried'])

/** @param dated newest first */
function keptByRule<T extends { readonly at: Date }>(
  dated: readonly T[],
  { days, weeks, months }: KeepRule,
): readonly T[] {
  const lastOf = (count: number, periodOf: (at: Date) => string): readonly T[] => {
    const last = new Map<string, T>()
    for (const each of dated) if (!last.has(periodOf(each.at))) last.set(periodOf(each.at), each)
    return [...last.values()].slice(0, count)
  }
  return [
    ...dated.slice(0, 1),
    ...lastOf(days, (at) => at.toISOString().slice(0, 10)),
    ...lastOf(weeks, (at) => mondayOf(at).toISOString().slice(0, 10)),
    ...lastOf(months, (at) => at.toISOString().slice(0, 7)),
  ]
}

const DAY_MS = 86_400_000
const mondayOf = (at: Date): Date => new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS)
