import { z } from 'zod'
import { requireMailDomain } from '../access/site-rules.ts'
import type { Context } from '../context.ts'
import { isRefusal, type ErrorKind } from '../errors.ts'
import { limits } from '../limits.ts'
import { line, noted } from '../schema.ts'
import { requireInvitable } from './invite.ts'
import { requireGoodPassword } from './password-rules.ts'
import { typedEmail, typedName, typedPassword } from './typed.ts'
import { usernameFrom } from './username.ts'

export const MOST_AT_ONCE = 500
/** Hashing each password takes time. */
export const MOST_PASSWORDS_AT_ONCE = 100

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

export interface PlannedRow extends PersonRow {
  readonly deed: (typeof DEEDS)[number]
  /** Why the row is not acceptable; null when it is. */
  readonly problem: ErrorKind | null
}

/** The result of each row at this moment. Of rows with the same name or address, the first one gets it. */
export async function plannedPeople(ctx: Context, sent: readonly SentRow[]): Promise<readonly PlannedRow[]> {
  const rows = sent.map((row) => PersonRow.safeParse(row))
  const typed = rows.flatMap(({ data }) => data?.username.normalize('NFKC').trim() ?? [])
  const taken = await ctx.store.users.byUsernames(typed)
  const usernames = new Set(taken.map(({ username }) => username.toLowerCase()))
  const emails = new Set<string>()
  const planned: PlannedRow[] = []
  for (const [at, given] of sent.entries()) {
    const row = rows[at]?.data
    const deed = given.password === '' ? ('invite' as const) : ('add' as const)
    const problem = row ? await problemOf(ctx, row, { usernames, emails }) : 'invalidInput'
    planned.push({ ...(row ?? given), deed, problem })
    if (!row || problem !== null) continue
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
  if (email !== '') await requireMailDomain(ctx, email)
  if (email !== '' && (await ctx.store.users.byEmail(email))) return 'emailTaken'
  await requireGoodPassword(ctx, password, username)
  return null
}
