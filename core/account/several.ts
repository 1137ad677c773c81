import { z } from 'zod'
import type { Context } from '../context.ts'
import { isRefusal, type ErrorKind } from '../errors.ts'
import { limits } from '../limits.ts'
import { line } from '../schema.ts'
import { requireInvitable } from './invite.ts'
import { requireGoodPassword } from './password-rules.ts'
import { typedEmail, typedName, typedPassword } from './typed.ts'
import { usernameFrom } from './username.ts'

export const MOST_AT_ONCE = 500
/** Hashing each password takes time. */
export const MOST_PASSWORDS_AT_ONCE = 100

/** A row in a table of people. With a password it becomes an account, else an invitation by mail. */
export const PersonRow = z.object({
  username: typedName().default(''),
  name: line(limits.nameLength).default(''),
  email: line(254).default(''),
  password: typedPassword().default(''),
})
export type PersonRow = z.output<typeof PersonRow>

export const DEEDS = ['add', 'invite'] as const

export interface PlannedRow extends PersonRow {
  readonly deed: (typeof DEEDS)[number]
  /** Why the row is not acceptable; null when it is. */
  readonly problem: ErrorKind | null
}

/** The result of each row at this moment. Of rows with the same name or address, the first one gets it. */
export async function plannedPeople(ctx: Context, rows: readonly PersonRow[]): Promise<readonly PlannedRow[]> {
  const taken = await ctx.store.users.byUsernames(rows.map(({ username }) => username.normalize('NFKC').trim()))
  const usernames = new Set(taken.map(({ username }) => username.toLowerCase()))
  const emails = new Set<string>()
  const planned: PlannedRow[] = []
  for (const row of rows) {
    const deed = row.password === '' ? ('invite' as const) : ('add' as const)
    const problem = await problemOf(ctx, row, { usernames, emails })
    planned.push({ ...row, deed, problem })
    if (problem !== null) continue
    if (deed === 'add') usernames.add(usernameFrom(row.username).toLowerCase())
    if (row.email !== '') emails.add(row.email.toLowerCase())
  }
  return planned
}

interface Taken {
  readonly usernames: ReadonlySet<string>
  readonly emails: ReadonlySet<string>
}

async function problemOf(ctx: Context, row: PersonRow, taken: Taken): Promise<ErrorKind | null> {
  const { email } = row
  if (email !== '' && !typedEmail().safeParse(email).success) return 'invalidInput'
  if (email !== '' && taken.emails.has(email.toLowerCase())) return 'emailTaken'
  try {
    return row.password === '' ? await invitationProblem(ctx, email) : await accountProblem(ctx, row, taken)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.kind
  }
}

async function invitationProblem(ctx: Context, email: string): Promise<ErrorKind | null> {
  if (email === '') return 'invalidInput'
  await requireInvitable(ctx, email)
  return null
}

async function accountProblem(
  ctx: Context,
  { username: typed, email, password }: PersonRow,
  { usernames }: Taken,
): Promise<ErrorKind | null> {
  const username = usernameFrom(typed)
  if (usernames.has(username.toLowerCase())) return 'usernameTaken'
  if (email !== '' && (await ctx.store.users.byEmail(email))) return 'emailTaken'
  await requireGoodPassword(ctx, password, username)
  return null
}
