import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAdministrator } from '#core/account/first-administrator.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { createApp } from '#server/app.ts'
import type { ComposedApplication } from '#server/application.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { Browser } from '#tests/rest/harness.ts'
import { layDatabase } from './database.ts'
import { silentLog, TEST_PASSWORD } from './services.ts'

export interface SiteWithPlugins {
  readonly application: ComposedApplication
  readonly app: Awaited<ReturnType<typeof createApp>>
  /** Logged in as the administrator `ada`. */
  readonly admin: Browser
  /** Stops the server, and removes its data. */
  close(): Promise<void>
}

interface Settings {
  /** Copies the plugins into their folder, one folder each. */
  drop(plugins: string): Promise<void>
  readonly environment?: Readonly<Record<string, string>>
  readonly log?: Log
}

/** A complete product with an administrator, started with plugins installed in its directory. */
export async function siteWithPlugins({ drop, environment, log = silentLog }: Settings): Promise<SiteWithPlugins> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-plugins-'))
  await layDatabase(path.join(directory, 'database'))
  await drop(path.join(directory, 'plugins'))
  const own = { DATA_DIR: directory, CAPTCHA: 'off', LANGUAGE: 'en', RATE_LIMIT: '0' }
  const application = await compose(readConfig({ ...own, ...environment }), log)
  const app = await createApp(application, { hasPages: false })
  const { database, services } = application.product
  await createAdministrator(database, services, { username: 'ada', password: TEST_PASSWORD })
  const admin = new Browser([app])
  await admin.logIn('ada', TEST_PASSWORD)
  return {
    ...{ application, app, admin },
    async close() {
      await app.close()
      await application.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
