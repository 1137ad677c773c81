import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ComposedApplication } from '#server/application.ts'
import { createApp } from '#server/app.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { createLogger, PinoLog } from '#server/log.ts'
import { carry, type Carried } from '#server/switch/carry.ts'
import { openShowdoc, type OpenedShowdoc } from '#server/switch/look.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { layDatabase } from '#tests/support/database.ts'
import { Browser } from './harness.ts'

/** A whole product on an empty database of its own. @param environment beside the folder of its data */
export async function emptySite(environment: Readonly<Record<string, string>> = {}): Promise<ComposedApplication> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-switched-'))
  if (environment['DATABASE_URL'] === undefined) await layDatabase(path.join(directory, 'database'))
  const config = readConfig({ DATA_DIR: directory, CAPTCHA: 'off', RATE_LIMIT: '0', LANGUAGE: 'en', ...environment })
  const application = await compose(config, new PinoLog(createLogger('error')))
  return {
    ...application,
    async close() {
      await application.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface MovedSite {
  readonly application: ComposedApplication
  readonly showdoc: OpenedShowdoc
  readonly carried: Carried
  readonly receipt: Receipt
  /** Without cookies. */
  browser(): Browser
  close(): Promise<void>
}

/** A site that was made of the ShowDoc in a folder. @param only the number of its only item to come; null for all */
export async function movedSite(
  folder: string,
  environment?: Readonly<Record<string, string>>,
  only: number | null = null,
): Promise<MovedSite> {
  const application = await emptySite(environment)
  const showdoc = await openShowdoc(folder, only)
  const carried = await carry({ showdoc, application, say: () => undefined })
  const receipt = await receiptOf({ showdoc, carried, application })
  const app = await createApp(application, { hasPages: false })
  return {
    ...{ application, showdoc, carried, receipt },
    browser: () => new Browser([app], {}, ''),
    async close() {
      await app.close()
      await application.close()
      await showdoc.close()
    },
  }
}
