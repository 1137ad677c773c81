import type { Context, OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { New } from '../new.ts'
import { requireGoodPassword, type PasswordContext } from './password-rules.ts'
import { NO_PREFERENCES } from './preferences.ts'
import type { User } from './user.ts'
import { wholeServices } from '../open-services.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'
import { usernameFrom } from './username.ts'

/** Whether strangers may register. */
export const isRegistrationOpen = async ({ store }: Pick<Context, 'store'>): Promise<boolean> =>
  (await readSettings(store, siteSettings)).registerOpen

export interface Registration {
  readonly username: string
  readonly password: string
}

export interface NewUserContext {
  readonly store: PasswordContext['store']
  readonly services: OpenServices
}

/**
 * An ordinary account, not yet stored.
 * @throws DomainError illegalUsername | passwordTooWeak | busy
 */
export async function newUser(
  { store, services }: NewUserContext,
  { username: typed, password }: Registration,
): Promise<New<User>> {
  const username = usernameFrom(typed)
  await requireGoodPassword({ store, services }, password, username)
  return {
    username,
    name: '',
    email: null,
    isEmailVerified: false,
    isAdmin: false,
    isSwitchedOff: false,
    hasSecondFactor: false,
    passwordHash: await wholeServices(services).passwords.hash(password),
    mustChangePassword: false,
    registeredAt: services.clock.now(),
    lastLoginAt: null,
    ...NO_PREFERENCES,
  }
}

/** @throws DomainError passwordsDiffer when the two entries of a new password differ */
export function requireSame({
  password,
  confirmPassword: again,
}: Record<'password' | 'confirmPassword', string>): void {
  if (password.normalize('NFC') !== again.normalize('NFC')) throw new DomainError('passwordsDiffer')
}
