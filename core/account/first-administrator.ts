import { usersIn } from '../access/facts.ts'
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
 * Creates a token for the address `/setup?token=…`. Each start creates its own, and all are valid until the site has an
 * administrator: with several servers starting, nobody can tell which printed its address last.
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
 * Creates the first administrator for the holder of the token; valid for one account. Call it in a transaction.
 * @throws DomainError setupClosed | illegalUsername | passwordTooWeak | usernameTaken
 */
export async function setUpAdministrator(
  store: Pick<Store, 'settings' | 'users'>,
  services: Services,
  token: string,
  registration: Registration,
): Promise<User> {
  // A second caller waits here and then finds the administrator.
  await store.settings.hold(setupSettings.id)
  const { tokenDigests } = await readSettings(store, setupSettings)
  const given = services.keys.digest(token)
  if (!tokenDigests.some((digest) => services.keys.equal(digest, given))) throw new DomainError('setupClosed')
  await writeSettings(store, setupSettings, { tokenDigests: [] })
  if ((await store.users.countAdmins()) > 0) throw new DomainError('setupClosed')
  return usersIn(store).insert({ ...(await newUser({ store, services }, registration)), isAdmin: true })
}

/**
 * Creates the administrator configured by the operator, unless the site has one.
 * @throws DomainError illegalUsername | passwordTooWeak | usernameTaken
 */
export async function createAdministrator(
  database: Database,
  services: Services,
  registration: Registration,
): Promise<User | null> {
  if ((await database.users.countAdmins()) > 0) return null
  const user = await newUser({ store: database, services }, registration)
  return database.transaction(async (store) => {
    await store.settings.hold(setupSettings.id)
    // Another server may have created it while this one was hashing the password.
    if ((await store.users.countAdmins()) > 0) return null
    const administrator = await usersIn(store).insert({ ...user, isAdmin: true })
    const object = { kind: 'account', id: administrator.id } as const
    await recordByServer(store, services, [{ action: 'account.administratorMade', object }])
    return administrator
  })
}
