import type { User } from '#core/account/user.ts'
import type { ShowdocUser } from '../users.ts'
import type { Findings } from './findings.ts'

/** An account as it is to be, and what ShowDoc kept of its password. */
export interface PlannedUser {
  readonly user: Omit<User, 'passwordHash' | 'mustChangePassword'>
  readonly password: { readonly hash: string; readonly salt: string }
}

/**
 * The accounts as they are to be: usernames stay what people type, except where two differ by case or width alone, and an
 * e-mail is of one account.
 * @param now stands for a time that ShowDoc does not know
 */
export function plannedUsers(users: readonly ShowdocUser[], now: Date, findings: Findings): readonly PlannedUser[] {
  const usernames = new Set<string>()
  const emails = new Set<string>()
  return users.map(({ id, username, name, email, isAdmin, passwordHash, salt, registeredAt, lastLoginAt }) => {
    const typed = keptName(username)
    const kept = freeName(usernames, typed, id)
    if (kept !== typed) findings.change('user', id, `its username is taken or empty: it is ${kept} now`)
    else if (kept !== username)
      findings.change('user', id, `its username is written ${kept} now, which is what a login makes of it`)
    const isFree = email !== '' && !emails.has(email.toLowerCase())
    if (isFree) emails.add(email.toLowerCase())
    else if (email !== '') findings.change('user', id, 'its e-mail is that of another account: it has none now')
    return {
      user: {
        ...{ id, username: kept, name, email: isFree ? email : null, isEmailVerified: false, isAdmin },
        ...{ isSwitchedOff: false, language: null, colorScheme: null },
        ...{ registeredAt: registeredAt ?? now, lastLoginAt },
      },
      password: { hash: passwordHash, salt },
    }
  })
}

/** As a login reads what is typed. */
const keptName = (username: string): string => username.normalize('NFKC').trim()

function freeName(taken: Set<string>, username: string, id: number): string {
  const wished = username === '' ? `user-${id}` : username
  for (let tried = wished, more = 1; ; more += 1) {
    if (!taken.has(tried.toLowerCase())) {
      taken.add(tried.toLowerCase())
      return tried
    }
    tried = `${wished}-${id}${more === 1 ? '' : `-${more}`}`
  }
}
