import { randomBytes } from 'node:crypto'
import { createAdministrator } from '#core/account/first-administrator.ts'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { coreOperations } from '#core/operations.ts'
import { perform, type Caller } from '#core/perform.ts'
import { compose } from './compose/compose.ts'
import { sampleItems, type SampleCatalog } from './demo/sample-items.ts'
import { configOrExit } from './config-exit.ts'
import { exitWith } from './exits.ts'
import type { Application } from './application.ts'
import { createLogger, PinoLog } from './log.ts'

const USERNAME = 'demo'
const log = new PinoLog(createLogger('warn'))

/** Fills a fresh data directory with sample content and says how to log in; `npm start` then shows it. */
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
    await addSamples(application, {
      actor: { kind: 'user', id: administrator.id, isAdmin: true },
      session: sessionWithoutBrowser({ requestId: '', language: application.config.LANGUAGE, address: '127.0.0.1' }),
    })
    say(
      `The samples are in ${application.config.DATA_DIR}. Start with npm start and log in as ${username}, password ${password}`,
    )
  } finally {
    await application.close()
  }
}

async function addSamples({ product, config }: Application, caller: Caller): Promise<void> {
  for (const { name, description, domain, catalogs, sheets } of await sampleItems(config.LANGUAGE)) {
    const { itemId } = await perform(product, coreOperations.item.add, caller, {
      itemName: name,
      itemDescription: description,
      itemDomain: domain,
      itemType: sheets === null ? 'regular' : 'table',
    })
    if (sheets !== null) await fillSheets({ product, caller, itemId }, sheets)
    await addCatalogs({ product, caller, itemId }, catalogs, 0)
  }
}

interface Place {
  readonly product: Application['product']
  readonly caller: Caller
  readonly itemId: number
}

/** Such an item consists of one page, which came with it. */
async function fillSheets({ product, caller, itemId }: Place, sheets: string): Promise<void> {
  const { menu } = await perform(product, coreOperations.item.info, caller, { itemId: String(itemId) })
  for (const { pageId, pageTitle } of menu.pages)
    await perform(product, coreOperations.page.save, caller, { pageId, itemId, pageTitle, pageContent: sheets })
}

async function addCatalogs(place: Place, catalogs: readonly SampleCatalog[], parentId: number): Promise<void> {
  const { product, caller, itemId } = place
  for (const [index, catalog] of catalogs.entries()) {
    const saved = await perform(product, coreOperations.catalog.save, caller, {
      itemId,
      parentId,
      catalogName: catalog.name,
      order: index + 1,
    })
    const positions: Record<string, number> = {}
    for (const [position, { title, content }] of catalog.pages.entries()) {
      const page = { pageId: 0, itemId, catalogId: saved.catalogId, pageTitle: title, pageContent: content }
      const { pageId } = await perform(product, coreOperations.page.save, caller, page)
      positions[pageId] = position + 1
    }
    if (catalog.pages.length > 0)
      await perform(product, coreOperations.page.setOrder, caller, { itemId, pages: positions })
    await addCatalogs(place, catalog.catalogs, saved.catalogId)
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await fillWithSamples()
