import { z } from 'zod'
import { recordByServer } from '../audit/by-server.ts'
import type { Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Database, Store } from '../ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '../settings.ts'
import { newUser, type Registration } from './registration.ts'
import type { User } from './user.ts'

const TOKEN_BYTES = 32

const setupSettings = settingsSection('setup', z.object({ tokenDigest: z.string().nullable().default(null) }))

/**
 * Makes the one-time token of the address `/setup?token=…`; the one of an earlier start is no longer good.
 * @returns null when the site has an administrator
 */
export async function prepareSetup(store: Store, { keys }: Pick<Services, 'keys'>): Promise<string | null> {
  if ((await store.users.countAdmins()) > 0) return null
  const token = keys.random(TOKEN_BYTES)
  await writeSettings(store, setupSettings, { tokenDigest: keys.digest(token) })
  return token
}

/**
 * The first administrator, made by whoever has the token; it is good for one account. To be called in a transaction.
 * @throws DomainError setupClosed | illegalUsername | passwordTooWeak | usernameTaken
 */
export async function setUpAdministrator(
  store: Pick<Store, 'settings' | 'users'>,
  services: Pick<Services, 'clock' | 'keys' | 'passwords' | 'commonPasswords'>,
  token: string,
  registration: Registration,
): Promise<User> {
  const { tokenDigest } = await readSettings(store, setupSettings)
  if (tokenDigest === null || !services.keys.equal(tokenDigest, services.keys.digest(token)))
    throw new DomainError('setupClosed')
  // The row is held until the end of the transaction: who comes second waits here and then sees the administrator.
  await writeSettings(store, setupSettings, { tokenDigest: null })
  if ((await store.users.countAdmins()) > 0) throw new DomainError('setupClosed')
  return store.users.insert({ ...(await newUser(services, registration)), isAdmin: true })
}

/**
 * The administrator the operator named in the configuration, unless the site has one.
 * @throws DomainError illegalUsername | passwordTooWeak | usernameTaken
 */
export async function createAdministrator(
  database: Database,
  services: Pick<Services, 'clock' | 'passwords' | 'commonPasswords'>,
  registration: Registration,
): Promise<User | null> {
  if ((await database.users.countAdmins()) > 0) return null
  const user = await newUser(services, registration)
  return database.transaction(async (store) => {
    const administrator = await store.users.insert({ ...user, isAdmin: true })
    const object = { kind: 'account', id: administrator.id } as const
    await recordByServer(store, services, [{ action: 'account.administratorMade', object }])
    return administrator
  })
}
