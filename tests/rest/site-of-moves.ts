import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ComposedApplication } from '#server/application.ts'
import { createApp } from '#server/app.ts'
import { carry, type Carried } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { laidServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layShowdoc } from '#tests/support/showdoc.ts'
import { Browser } from './harness.ts'
import { emptySite } from './moved-site.ts'

/** The databases that a move is tried with. */
export const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]
export type Place = (typeof PLACES)[number]

/** A run of a move. */
export interface Run {
  readonly carried: Carried
  readonly receipt: Receipt
}

interface Running extends Omit<Parameters<typeof carry>[0], 'showdoc' | 'say'> {
  /** The number of the only item to come; null for all. */
  readonly only?: number | null
}

/** Moves what the ShowDoc in a folder holds now. */
export async function runFrom(folder: string, { only = null, ...running }: Running): Promise<Run> {
  const showdoc = await openShowdoc(folder, only)
  try {
    const carried = await carry({ showdoc, say: () => undefined, ...running })
    return { carried, receipt: await receiptOf({ showdoc, carried, application: running.application }) }
  } finally {
    await showdoc.close()
  }
}

/** The same, which looks for no other process: a connection of one before may be seen a moment longer. */
export const unshared = (application: ComposedApplication): ComposedApplication => ({
  ...application,
  carrying: { ...application.carrying, isShared: async () => false },
})

/** What people do in ShowDoc, as its database has it then. */
export function changeShowdoc(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

/** A ShowDoc and a site that it is moved to more than once. */
export interface SiteOfMoves {
  readonly folder: string
  readonly application: ComposedApplication
  inShowdoc(statements: string): void
  run(only?: number | null): Promise<Run>
  /** Without cookies. */
  browser(): Browser
  close(): Promise<void>
}

export interface SiteOfMovesWishes {
  /** Those with which the database of the ShowDoc is made. */
  readonly statements: string
  /** Whether it is moved beside what the site has. */
  readonly isInto?: boolean
}

/** Both of their own, the site empty. */
export async function siteOfMoves(
  place: Place,
  { statements, isInto = false }: SiteOfMovesWishes,
): Promise<SiteOfMoves> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-moves-'))
  const file = layShowdoc(folder, statements)
  const server = place === 'PostgreSQL' ? await laidServerDatabase() : null
  const application = await emptySite(server ? { DATABASE_URL: server.url } : {})
  const app = await createApp(application, { hasPages: false })
  return {
    folder,
    application,
    inShowdoc: (changes) => changeShowdoc(file, changes),
    run: (only = null) => runFrom(folder, { application, isInto, only }),
    browser: () => new Browser([app], {}, ''),
    async close() {
      await app.close()
      await application.close()
      await server?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a key of an item lets programs write. */
export async function keyWorks(browser: Browser, api_key: string, api_token: string): Promise<boolean> {
  const pushed = { api_key, api_token, page_title: 'Pushed', page_content: 'x' }
  return (await browser.post('item/updateByApi', pushed)).error_code === 0
}

/** Whether the link of a page opens it. */
export const linkOpens = async (browser: Browser, unique_key: string): Promise<boolean> =>
  (await browser.post('page/infoByKey', { unique_key })).error_code === 0

/** Which of these pages somebody reads after the login with the password of the ShowDoc. */
export async function pagesOpenTo(
  { browser }: Pick<SiteOfMoves, 'browser'>,
  [username, password]: readonly [username: string, password: string],
  pages: readonly number[],
): Promise<readonly number[]> {
  const own = browser()
  await own.logIn(username, password)
  const open: number[] = []
  for (const page_id of pages) if ((await own.post('page/info', { page_id })).error_code === 0) open.push(page_id)
  return open
}
