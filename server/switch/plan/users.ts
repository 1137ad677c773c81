import { isReadable } from '#adapters/login/password/carried-passwords.ts'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import type { User } from '#core/account/user.ts'
import type { ShowdocUser } from '../users.ts'
import type { Findings } from './findings.ts'

/** A planned account, with ShowDoc's password hash. */
export interface PlannedUser {
  readonly user: Omit<User, 'passwordHash' | 'mustChangePassword'>
  readonly password: { readonly hash: string; readonly salt: string }
}

/** Names taken here, which cannot be given to other accounts: ids by folded names, and by domains in lower case. */
export interface TakenNames {
  readonly usernames: ReadonlyMap<string, number>
  readonly emails: ReadonlyMap<string, number>
  readonly domains: ReadonlyMap<string, number>
}

interface UserSurroundings {
  readonly now: Date
  readonly taken: Pick<TakenNames, 'usernames' | 'emails'>
  /** Whether its administrators become administrators here. */
  readonly canBeAdmins: boolean
}

/**
 * The planned accounts: usernames stay as people type them, unless two differ only by case or character width, and each
 * e-mail address belongs to one account.
 * @param around `now` is used for times that ShowDoc does not know
 */
export function plannedUsers(
  users: readonly ShowdocUser[],
  { now, taken, canBeAdmins }: UserSurroundings,
  findings: Findings,
): readonly PlannedUser[] {
  const usernames = new Map(taken.usernames)
  const { emails } = taken
  const given = new Set<string>()
  return users.map(({ id, username, name, email, isAdmin, passwordHash, salt, registeredAt, lastLoginAt }) => {
    const typed = keptName(username)
    const kept = freeName(usernames, typed, id)
    if (kept !== typed) findings.change('user', id, 'usernameTaken', { name: kept })
    else if (kept !== username) findings.change('user', id, 'usernameWritten', { name: kept })
    if (passwordHash !== '' && !isReadable({ hash: passwordHash, salt }))
      findings.change('user', id, 'passwordUnreadable')
    const address = foldedName(email)
    const isFree = email !== '' && (emails.get(address) ?? id) === id && !given.has(address)
    if (isFree) given.add(address)
    else if (email !== '') findings.change('user', id, 'emailTaken')
    if (isAdmin && !canBeAdmins) findings.change('user', id, 'noAdministrator')
    return {
      user: {
        ...{ id, username: kept, name, email: isFree ? email : null, isEmailVerified: false },
        isAdmin: isAdmin && canBeAdmins,
        ...{ isSwitchedOff: false, hasSecondFactor: false, ...NO_PREFERENCES },
        ...{ registeredAt: registeredAt ?? now, lastLoginAt },
      },
      password: { hash: passwordHash, salt },
    }
  })
}

/** Normalised like the input of a login. */
export const keptName = (username: string): string => username.normalize('NFKC').trim()

/**
 * Equal for names that any database takes for equal: some make an i of \u0130 and none a \u03C2 of \u03A3, others both, as
 * JavaScript does.
 */
export const foldedName = (name: string): string =>
  name.toLowerCase().replaceAll('\u0307', '').replaceAll('\u0131', 'i').replaceAll('\u03C2', '\u03C3')

function freeName(taken: Map<string, number>, username: string, id: number): string {
  const wished = username === '' ? `user-${id}` : username
  for (let tried = wished, more = 1; ; more += 1) {
    if ((taken.get(foldedName(tried)) ?? id) === id) {
      taken.set(foldedName(tried), id)
      return tried
    }
    tried = `${wished}-${id}${more === 1 ? '' : `-${more}`}`
  }
}
