import { areDigitsOf, CarriedPasswords } from '#adapters/login/password/carried-passwords.ts'
import type { User } from '#core/account/user.ts'
import type { Services } from '#core/context.ts'
import type { PlannedUser } from './plan/users.ts'

const DEFAULT_PASSWORD = '123456'

/**
 * Ids of accounts with the default password of ShowDoc. It is slow to check with bcrypt: of accounts that are here already
 * only administrators' are checked again, as the account every ShowDoc starts with is one. The others came with it when they
 * still have that hash, and must choose a new password.
 */
export async function withDefaultPassword(
  users: readonly PlannedUser[],
  here: readonly Pick<User, 'id' | 'passwordHash' | 'mustChangePassword'>[],
  { passwords }: Pick<Services, 'passwords'>,
): Promise<ReadonlySet<number>> {
  const carried = new CarriedPasswords(passwords)
  const known = new Map(here.map((account) => [account.id, account]))
  const isDefault = async ({ user, password }: PlannedUser): Promise<boolean> => {
    if (!password.hash.startsWith('$2')) return areDigitsOf(DEFAULT_PASSWORD, password)
    const stored = await carried.carried(password)
    const account = user.isAdmin ? undefined : known.get(user.id)
    if (account) return account.mustChangePassword && account.passwordHash === stored
    return stored !== null && carried.matches(DEFAULT_PASSWORD, stored)
  }
  const found = new Set<number>()
  for (const each of users) if (await isDefault(each)) found.add(each.user.id)
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
