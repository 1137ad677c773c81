import { areDigitsOf, CarriedPasswords } from '#adapters/login/password/carried-passwords.ts'
import type { User } from '#core/account/user.ts'
import type { Services } from '#core/context.ts'
import type { PlannedUser } from './plan/users.ts'

const DEFAULT_PASSWORD = '123456'

/**
 * Ids of accounts with the default password of ShowDoc. Of those with bcrypt, which is slow to check, only
 * administrators are checked: the account every ShowDoc starts with is one.
 */
export async function withDefaultPassword(
  users: readonly PlannedUser[],
  { passwords }: Pick<Services, 'passwords'>,
): Promise<ReadonlySet<number>> {
  const carried = new CarriedPasswords(passwords)
  const found = new Set<number>()
  for (const { user, password } of users) {
    const isBcrypt = user.isAdmin && password.hash.startsWith('$2')
    if (
      areDigitsOf(DEFAULT_PASSWORD, password) ||
      (isBcrypt && (await carried.matches(DEFAULT_PASSWORD, await carried.carried(password))))
    )
      found.add(user.id)
  }
  return found
}

const HASHED_AT_ONCE = 8
const RANDOM_BYTES = 32

/**
 * Accounts with their former passwords. An account whose password ShowDoc itself could not check gets one that nobody
 * knows.
 * @param due ids of those who must choose a new one
 */
export async function withPasswords(
  users: readonly PlannedUser[],
  due: ReadonlySet<number>,
  { passwords, keys }: Pick<Services, 'passwords' | 'keys'>,
): Promise<readonly User[]> {
  const carried = new CarriedPasswords(passwords)
  const made: User[] = []
  for (let at = 0; at < users.length; at += HASHED_AT_ONCE) {
    const some = users.slice(at, at + HASHED_AT_ONCE).map(async ({ user, password }) => {
      const passwordHash = (await carried.carried(password)) ?? (await passwords.hash(keys.random(RANDOM_BYTES)))
      return { ...user, passwordHash, mustChangePassword: due.has(user.id) }
    })
    made.push(...(await Promise.all(some)))
  }
  return made
}
