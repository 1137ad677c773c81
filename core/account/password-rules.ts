import { shortestPassword } from '../access/site-rules.ts'
import type { Context, OpenServices, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { isPredictable } from './common-passwords.ts'
import type { User } from './user.ts'
import { wholeServices } from '../open-services.ts'

type PasswordWeakness = 'tooShort' | 'tooLong' | 'isUsername' | 'isCommon'

/** Lists used by the rules for new login passwords. */
export interface PasswordContext {
  readonly store: Pick<Context['store'], 'settings'>
  readonly services: OpenServices
}

/**
 * What is wrong with a new login password; null when it is acceptable. Its length is counted in characters, not bytes
 * (threats T8).
 */
export async function weaknessOf(
  { commonPasswords }: Pick<Services, 'commonPasswords'>,
  password: string,
  username: string,
  shortest: number = limits.passwordShortest,
): Promise<PasswordWeakness | null> {
  const text = password.normalize('NFC')
  const length = Array.from(text).length
  if (length < shortest) return 'tooShort'
  if (length > limits.passwordLongest) return 'tooLong'
  const folded = text.toLowerCase()
  if (folded === username.normalize('NFC').toLowerCase()) return 'isUsername'
  return isPredictable(folded) || (await commonPasswords.has(folded)) ? 'isCommon' : null
}

/** @throws DomainError passwordTooWeak */
export async function requireGoodPassword(ctx: PasswordContext, password: string, username: string): Promise<void> {
  const shortest = await shortestPassword(ctx)
  const weakness = await weaknessOf(wholeServices(ctx.services), password, username, shortest)
  if (weakness) throw new DomainError('passwordTooWeak', { weakness, shortest })
}

/** Refuses reuse of the password that has to be changed. @throws DomainError passwordIsFormer | busy */
export async function requireOtherPassword(
  { passwords }: Pick<Services, 'passwords'>,
  password: string,
  { passwordHash }: Pick<User, 'passwordHash'>,
): Promise<void> {
  if (await passwords.matches(password, passwordHash)) throw new DomainError('passwordIsFormer')
}
