import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { line } from '../schema.ts'
import type { User } from './user.ts'

/**
 * Usernames of others, separated by commas where they are typed (ISET-18), that of Chinese as well; what is empty between
 * two of them is left out.
 */
export const usernames = () =>
  z
    .array(line(LONGEST_TYPED))
    .max(limits.usernamesAtOnce)
    .transform((typed) => typed.flatMap(namesIn))
    .pipe(z.array(line(LONGEST_NAME)).min(1).max(limits.usernamesAtOnce))

const LONGEST_NAME = 254
const LONGEST_TYPED = limits.usernamesAtOnce * LONGEST_NAME

// Names are kept in NFKC, whatever the keyboard sends; it makes one comma of all.
const namesIn = (typed: string): readonly string[] =>
  typed
    .normalize('NFKC')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * The people of these usernames, each once, in this order. E-mail addresses name nobody here: an answer would tell
 * whose they are.
 * @throws DomainError unknownUser, when one of them names nobody
 */
export async function peopleNamed(
  { store }: Pick<Context, 'store'>,
  typed: readonly string[],
): Promise<readonly User[]> {
  // Names are kept in NFKC, whatever the keyboard sends.
  const names = typed.map((name) => name.normalize('NFKC').trim())
  const found = await store.users.byUsernames(names)
  const people = names.map((username) => {
    const user = found.find((each) => each.username === username) ?? found.find((each) => isSame(each, username))
    if (!user) throw new DomainError('unknownUser', { username })
    return user
  })
  return [...new Set(people)]
}

const isSame = (user: User, username: string): boolean => user.username.toLowerCase() === username.toLowerCase()

/** The person of this username. @throws DomainError unknownUser */
export async function personNamed(ctx: Pick<Context, 'store'>, username: string): Promise<User> {
  const [person] = await peopleNamed(ctx, [username])
  if (!person) throw new DomainError('unknownUser', { username })
  return person
}
