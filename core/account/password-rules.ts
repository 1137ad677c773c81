import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { isCommonPassword } from './common-passwords.ts'

type PasswordWeakness = 'tooShort' | 'tooLong' | 'isUsername' | 'isCommon'

/** What is wrong with a new login password; null when it is good. Length counts characters, not bytes (threats T8). */
export function weaknessOf(password: string, username: string): PasswordWeakness | null {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < limits.passwordShortest) return 'tooShort'
  if (length > limits.passwordLongest) return 'tooLong'
  if (text.toLowerCase() === username.normalize('NFC').toLowerCase()) return 'isUsername'
  return isCommonPassword(text) ? 'isCommon' : null
}

/** @throws DomainError passwordTooWeak */
export function requireGoodPassword(password: string, username: string): void {
  const weakness = weaknessOf(password, username)
  if (weakness) throw new DomainError('passwordTooWeak', { weakness })
}
