import { z } from 'zod'
import { requireMailDomain } from '../access/site-rules.ts'
import type { Context } from '../context.ts'
import { DomainError, isRefusal, type ErrorKind } from '../errors.ts'
import { limits } from '../limits.ts'
import { line, noted } from '../schema.ts'
import { endOfInvitation, invitationsIn, MOST_INVITATIONS } from './invitation.ts'
import { requireMailServer, requireUsableInvitations } from './invite.ts'
import { requireGoodPassword } from './password-rules.ts'
import { typedEmail, typedName, typedPassword } from './typed.ts'
import { usernameFrom } from './username.ts'

export const MOST_AT_ONCE = 500
/** Hashing each password takes time. */
const MOST_PASSWORDS_AT_ONCE = 100

/** UTF-16 units of a cell. Longer than anything acceptable, so that such a row is named instead of refusing them all. */
const LONGEST_CELL = 2_000
const cell = () => z.string().max(LONGEST_CELL)

/** A row in a table of people as it was sent. */
export const SentRow = z.object({
  username: cell().default(''),
  name: cell().default(''),
  email: cell().default(''),
  password: noted({ secret: true }, cell()).default(''),
})
type SentRow = z.output<typeof SentRow>

/** A row that can be stored. With a password it becomes an account, else an invitation by mail. */
const PersonRow = z.object({
  username: typedName(),
  name: line(limits.nameLength),
  email: z.union([z.literal(''), typedEmail()]),
  password: typedPassword(),
})
type PersonRow = z.output<typeof PersonRow>

export const DEEDS = ['add', 'invite'] as const

export interface RowProblem {
  readonly field: keyof PersonRow
  readonly kind: ErrorKind
}

export interface PlannedRow extends PersonRow {
  readonly deed: (typeof DEEDS)[number]
  /** All reasons why the row is not acceptable, in the order of its cells; none when it is. */
  readonly problems: readonly RowProblem[]
  /** Whether it would be one more of the open invitations, which are limited. */
  readonly isFurtherInvitation: boolean
}

export interface PlannedPeople {
  readonly rows: readonly PlannedRow[]
  /** For how many further invitations there is room before the first row. */
  readonly invitationsLeft: number
}

/**
 * The result of each row at this moment. Of rows with the same name or address, the first good one gets it.
 * @throws DomainError tooMany for more passwords than are hashed in a call
 */
export async function plannedPeople(ctx: Context, sent: readonly SentRow[]): Promise<PlannedPeople> {
  if (sent.filter(({ password }) => password !== '').length > MOST_PASSWORDS_AT_ONCE)
    throw new DomainError('tooMany', { limit: MOST_PASSWORDS_AT_ONCE })
  const rows = sent.map((row) => PersonRow.safeParse(row))
  const names = sent.map(({ username }) => PersonRow.shape.username.safeParse(username))
  const found = await ctx.store.users.byUsernames(names.flatMap(({ data }) => data?.normalize('NFKC').trim() ?? []))
  const usernames = new Set(found.map(({ username }) => username.toLowerCase()))
  const emails = new Set<string>()
  const open = await openInvitations(ctx)
  const invitationsLeft = MOST_INVITATIONS - open.total
  let left = invitationsLeft
  const planned: PlannedRow[] = []
  for (const [at, given] of sent.entries()) {
    const row = rows[at]?.data ?? given
    const deed = row.password === '' ? ('invite' as const) : ('add' as const)
    const isFurtherInvitation = deed === 'invite' && !open.emails.has(row.email)
    const taken = { usernames, emails, hasNoRoom: isFurtherInvitation && left <= 0 }
    const problems = await problemsOf(ctx, row, taken)
    planned.push({ ...row, deed, problems, isFurtherInvitation })
    if (problems.length > 0) continue
    if (deed === 'add') usernames.add(usernameFrom(row.username).toLowerCase())
    if (row.email !== '') emails.add(row.email.toLowerCase())
    if (isFurtherInvitation) left -= 1
  }
  return { rows: planned, invitationsLeft }
}

/** Another invitation of the same address takes the place of the former one. */
async function openInvitations(
  ctx: Context,
): Promise<{ readonly total: number; readonly emails: ReadonlySet<string> }> {
  const now = ctx.services.clock.now()
  const list = (await invitationsIn(ctx).find({})).list.filter((invitation) => endOfInvitation(invitation) >= now)
  return { total: list.length, emails: new Set(list.flatMap(({ data: { email } }) => email || [])) }
}

interface Taken {
  readonly usernames: ReadonlySet<string>
  readonly emails: ReadonlySet<string>
  /** Whether it would be an invitation too many. */
  readonly hasNoRoom: boolean
}

async function problemsOf(ctx: Context, row: PersonRow, taken: Taken): Promise<readonly RowProblem[]> {
  const isAdded = row.password !== ''
  const rules: readonly (readonly [keyof PersonRow, () => unknown])[] = [
    ['username', () => isAdded && requireFreeUsername(row.username, taken)],
    ['name', () => undefined],
    ['email', () => requireAddress(row.email, isAdded)],
    ['email', () => row.email !== '' && requireMailDomain(ctx, row.email)],
    ['email', () => row.email !== '' && requireFreeEmail(ctx, row.email, taken)],
    ['email', () => isAdded || requireMailServer(ctx)],
    ['email', () => isAdded || requireUsableInvitations(ctx)],
    ['email', () => requireRoom(taken)],
    ['password', () => isAdded && requireGoodPassword(ctx, row.password, row.username.normalize('NFKC').trim())],
  ]
  const problems: RowProblem[] = []
  for (const [field, rule] of rules) {
    const isStorable = PersonRow.shape[field].safeParse(row[field]).success
    const kind = isStorable ? await refusalBy(rule) : 'invalidInput'
    if (kind !== null && problems.every((told) => told.field !== field || told.kind !== kind))
      problems.push({ field, kind })
  }
  return problems
}

async function refusalBy(rule: () => unknown): Promise<ErrorKind | null> {
  try {
    await rule()
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.kind
  }
}

function requireFreeUsername(typed: string, { usernames }: Taken): void {
  if (usernames.has(usernameFrom(typed).toLowerCase())) throw new DomainError('usernameTaken')
}

function requireRoom({ hasNoRoom }: Taken): void {
  if (hasNoRoom) throw new DomainError('tooMany', { limit: MOST_INVITATIONS })
}

/** Without a password, the letter has to go somewhere. */
function requireAddress(email: string, isAdded: boolean): void {
  if (email === '' && !isAdded) throw new DomainError('invalidInput')
}

async function requireFreeEmail(ctx: Context, email: string, { emails }: Taken): Promise<void> {
  if (emails.has(email.toLowerCase()) || (await ctx.store.users.byEmail(email))) throw new DomainError('emailTaken')
}
