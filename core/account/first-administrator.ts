import { z } from 'zod'
import { recordByServer } from '../audit/by-server.ts'
import type { Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Database, Store } from '../ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '../settings.ts'
import { newUser, type Registration } from './registration.ts'
import type { User } from './user.ts'

const TOKEN_BYTES = 32

const TOKENS_KEPT = 16

const setupSettings = settingsSection('setup', z.object({ tokenDigests: z.array(z.string()).default([]) }))

/**
 * Makes a token of the address `/setup?token=…`. Each start has its own, and all are good until the site has an
 * administrator: of several servers that start, nobody can tell which one printed its address last.
 * @returns null when the site has an administrator
 */
export const prepareSetup = (database: Database, { keys }: Pick<Services, 'keys'>): Promise<string | null> =>
  database.transaction(async (store) => {
    await store.settings.hold(setupSettings.id)
    if ((await store.users.countAdmins()) > 0) return null
    const token = keys.random(TOKEN_BYTES)
    const { tokenDigests: former } = await readSettings(store, setupSettings)
    await writeSettings(store, setupSettings, { tokenDigests: [keys.digest(token), ...former].slice(0, TOKENS_KEPT) })
    return token
  })

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
  // Who comes second waits here, and then sees the administrator.
  await store.settings.hold(setupSettings.id)
  const { tokenDigests } = await readSettings(store, setupSettings)
  const given = services.keys.digest(token)
  if (!tokenDigests.some((digest) => services.keys.equal(digest, given))) throw new DomainError('setupClosed')
  await writeSettings(store, setupSettings, { tokenDigests: [] })
  if ((await store.users.countAdmins()) > 0) throw new DomainError('setupClosed')
  return store.users.insert({ ...(await newUser({ store, services }, registration)), isAdmin: true })
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
  const user = await newUser({ store: database, services }, registration)
  return database.transaction(async (store) => {
    await store.settings.hold(setupSettings.id)
    // Another server may have made it while the password was hashed here.
    if ((await store.users.countAdmins()) > 0) return null
    const administrator = await store.users.insert({ ...user, isAdmin: true })
    const object = { kind: 'account', id: administrator.id } as const
    await recordByServer(store, services, [{ action: 'account.administratorMade', object }])
    return administrator
  })
}
