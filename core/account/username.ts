import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'

// Controls, format characters (joiners, bidi marks), lone surrogates, unassigned, private use, separators but the blank.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u

/**
 * The username as it is kept: NFKC and trimmed, 2 to 30 characters that can be seen. An `@` is left to e-mail
 * addresses, so that nobody's username is somebody else's address (threats T12).
 * @throws DomainError illegalUsername
 */
export function usernameFrom(typed: string): string {
  const username = typed.normalize('NFKC').trim()
  const length = Array.from(username).length
  const isLegal = length >= limits.usernameShortest && length <= limits.usernameLongest
  if (!isLegal || UNSEEN.test(username) || username.includes('@')) throw new DomainError('illegalUsername')
  return username
}
