import type { AuditAction } from '#core/audit/entry.ts'

/** As typed: days as `2026-03-01`, '' for no limit. */
export interface TypedFilter {
  /** A username, or `#12` for a deleted account. */
  readonly person: string
  readonly action: AuditAction | null
  /** The beginning of an IP address. */
  readonly address: string
  readonly from: string
  readonly to: string
}
export const NO_FILTER: TypedFilter = { person: '', action: null, address: '', from: '', to: '' }

export interface CalledFilter {
  readonly username?: string
  readonly personId?: number
  readonly action?: AuditAction
  readonly address?: string
  readonly from?: string
  readonly to?: string
}

/** The input of the call. Days are in the viewer's time zone, the last one inclusive. */
export const filterOf = ({ person, action, address, from, to }: TypedFilter): CalledFilter => ({
  ...personIn(person.trim()),
  ...(action !== null && { action }),
  ...(address.trim() !== '' && { address: address.trim() }),
  ...(from !== '' && { from: startOf(from, 0) }),
  ...(to !== '' && { to: startOf(to, 1) }),
})

function personIn(typed: string): Pick<CalledFilter, 'username' | 'personId'> {
  if (typed === '') return {}
  return /^#[1-9]\d{0,8}$/.test(typed) ? { personId: Number(typed.slice(1)) } : { username: typed }
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
