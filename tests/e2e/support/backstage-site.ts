import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openSection } from './backstage.ts'
import { withStage, type Stage } from './journey.ts'
import { LANGUAGES, languagesOf } from './languages.ts'
import { newDataDirectory } from './prepared-server.ts'
import { restClient, test, type RestClient } from './product.ts'
import { ADMIN, startServer, type RunningServer } from './running-server.ts'

/** A server of a spec's own, which its tests may change as administrators do. */
export interface BackstageSite {
  readonly admin: RestClient
  readonly running: RunningServer
  /** A section in a window of its own, as the administrator sees it. */
  open(stage: Stage, section: string): Promise<Page>
}

/**
 * Declares the tests that `declare` passes to `on`, each in the languages of its title. The people of their stages are
 * named with `suffix`. The site can be read within tests alone: it runs from the first test to the last.
 */
export function onBackstageSite(
  suffix: string,
  declare: (site: BackstageSite, on: (title: string, walk: (stage: Stage) => Promise<void>) => void) => void,
): void {
  let running: RunningServer
  let admin: RestClient
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    running = await startServer({ dataDirectory: await newDataDirectory() })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
  })
  test.afterAll(async () => {
    await running.stop()
    await rm(running.dataDirectory, { recursive: true, force: true })
  })
  const site: BackstageSite = {
    get admin() {
      return admin
    },
    get running() {
      return running
    },
    open: (stage, section) => openSection(stage, admin, section),
  }
  declare(site, (title, walk) => {
    for (const language of LANGUAGES) {
      if (!languagesOf(title).includes(language)) continue
      test(`${title} (${language})`, async ({ browser }) => {
        test.setTimeout(180_000)
        await withStage(browser, running, language, `${suffix}-${language}`, walk, { isSeenInBoth: true })
      })
    }
  })
}
