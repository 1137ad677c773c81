import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'

// Controls, format characters (joiners, bidi marks), lone surrogates, unassigned, private use, separators but the blank.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u

// An `@` is left to e-mail addresses, so that nobody's username is somebody else's address (threats T12); a comma to lists
// of usernames, so that nobody is added to anything because another one is called after them.
const FORBIDDEN = /[@,]/

/**
 * The username as it is kept: NFKC and trimmed, 2 to 30 characters that can be seen, neither `@` nor comma among them.
 * @throws DomainError illegalUsername
 */
export function usernameFrom(typed: string): string {
  const username = typed.normalize('NFKC').trim()
  const length = Array.from(username).length
  const isLegal = length >= limits.usernameShortest && length <= limits.usernameLongest
  if (!isLegal || UNSEEN.test(username) || FORBIDDEN.test(username)) throw new DomainError('illegalUsername')
  return username
}
