import { languageAtFirst } from './config.ts'
import { randomBytes } from 'node:crypto'
import { createAdministrator } from '#core/account/first-administrator.ts'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { LANGUAGES } from '#core/language.ts'
import { coreOperations } from '#core/operations.ts'
import { perform, type Caller } from '#core/perform.ts'
import { compose } from './compose/compose.ts'
import { exportedSample, makeCalls } from './demo/sample-calls.ts'
import { sampleItems } from './demo/sample-items.ts'
import { addCatalogs, fillSheets } from './demo/sample-pages.ts'
import { configOrExit } from './config-exit.ts'
import { exitWith } from './exits.ts'
import type { Application } from './application.ts'
import { createLogger, PinoLog } from './log.ts'

const USERNAME = 'demo'
const log = new PinoLog(createLogger('warn'))

/** Fills a new data directory with sample content and prints the login; `npm start` then serves it. */
async function fillWithSamples(): Promise<void> {
  const application = await compose(configOrExit(), log).catch((error: unknown) => exitWith(error, log))
  try {
    const password = application.config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
    const username = application.config.ADMIN_USERNAME ?? USERNAME
    const { database, services } = application.product
    const administrator = await createAdministrator(database, services, { username, password })
    if (!administrator) {
      say(
        `${application.config.DATA_DIR} is in use already: it has an administrator. The samples are for a fresh data directory (set DATA_DIR).`,
      )
      process.exitCode = 1
      return
    }
    const files = await addSamples(application, {
      actor: { kind: 'user', id: administrator.id, isAdmin: true },
      session: sessionWithoutBrowser({
        requestId: '',
        language: languageAtFirst(application.config),
        address: '127.0.0.1',
      }),
    })
    if (files.length > 0) say(`Some of them are exported, as people take them elsewhere:\n  ${files.join('\n  ')}`)
    say(
      `The samples are in ${application.config.DATA_DIR}. Start with npm start and log in as ${username}, password ${password}`,
    )
  } finally {
    await application.close()
  }
}

async function addSamples(application: Application, caller: Caller): Promise<readonly string[]> {
  const { product, config } = application
  const files: string[] = []
  const first = languageAtFirst(config)
  // What a person has only once, such as environments, is that of the item added last, which also stands first.
  const inOrder = LANGUAGES.toSorted((a, b) => Number(a === first) - Number(b === first))
  for (const sample of (await Promise.all(inOrder.map(sampleItems))).flat()) {
    const { itemId } = await perform(product, coreOperations.item.add, caller, {
      itemName: sample.name,
      itemDescription: sample.description,
      itemDomain: sample.domain,
      itemType: sample.sheets === null ? 'regular' : 'table',
    })
    const place = { application, caller, itemId }
    if (sample.sheets !== null) await fillSheets(place, sample.sheets)
    const pageIds = await addCatalogs(place, sample.catalogs)
    await makeCalls(place, sample.calls, pageIds)
    for (const format of sample.exports) files.push(...(await exportedSample(place, format)))
  }
  return files
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await fillWithSamples()
