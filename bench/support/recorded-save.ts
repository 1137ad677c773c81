import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { sessionWithoutBrowser } from '#core/account/session-without-browser.ts'
import { coreOperations } from '#core/operations.ts'
import { perform, type Caller, type Product } from '#core/perform.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { createLogger, PinoLog } from '#server/log.ts'
import { aUser } from '#tests/contracts/database/things.ts'
import { samplePage } from './sample-text.ts'

/** A statement with its values, in which those of the page and its texts are marked. */
export interface RecordedStatement {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}
export interface RecordedSave {
  /** Between the start and the end of the transaction. */
  readonly statements: readonly RecordedStatement[]
  /** Pages to save again; each has revision 1. */
  readonly pageIds: readonly number[]
}
/** What differs between saves of pages. */
export interface PageState {
  readonly pageId: number
  readonly revision: number
  readonly formerTitle: string
  readonly title: string
  readonly formerContent: string
  readonly content: string
}

/** Values that nothing else in a save has. */
const MARKED: PageState = {
  pageId: 900_001,
  revision: 70_002,
  formerTitle: 'the title before',
  title: 'the title after',
  formerContent: 'the content before',
  content: 'the content after',
}

/**
 * Lets the product, with all its plugins, save a page in an empty database, and records the statements it sends to
 * PostgreSQL.
 */
export async function recordedSave(databaseUrl: string, pages: number): Promise<RecordedSave> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-recorded-'))
  const config = readConfig({ DATA_DIR: directory, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  const { product, close } = await compose(config, new PinoLog(createLogger('error')))
  const direct = new pg.Client({ connectionString: databaseUrl })
  await direct.connect()
  try {
    const caller = await writerIn(product)
    const { itemId } = await perform(product, coreOperations.item.add, caller, { itemName: 'Recorded' })
    const save = (input: object) => perform(product, coreOperations.page.save, caller, { itemId, ...input })
    const pageIds: number[] = []
    for (let number = 0; number < pages; number += 1)
      pageIds.push((await save({ pageTitle: `Page ${number}`, pageContent: samplePage(number) })).pageId)
    await direct.query(`select setval(pg_get_serial_sequence('page', 'id'), $1, false)`, [MARKED.pageId])
    await save({ pageTitle: 'First', pageContent: 'first' })
    await direct.query('update page set revision = $2 where id = $1', [MARKED.pageId, MARKED.revision - 2])
    const { pageId } = MARKED
    await save({ pageId, pageTitle: MARKED.formerTitle, pageContent: MARKED.formerContent })
    const statements = await saidDuring(() => save({ pageId, pageTitle: MARKED.title, pageContent: MARKED.content }))
    return { statements, pageIds }
  } finally {
    await direct.end()
    await close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function writerIn({ database }: Product): Promise<Caller> {
  const user = await aUser(database, { username: 'recorded', registeredAt: new Date() })
  return {
    actor: { kind: 'user', id: user.id, isAdmin: false },
    session: sessionWithoutBrowser({ requestId: 'recorded', language: 'en' }),
  }
}

/** The transaction in which a page was written, without other work of the product, such as search indexing. */
async function saidDuring(work: () => Promise<unknown>): Promise<readonly RecordedStatement[]> {
  const byClient = new Map<object, RecordedStatement[]>()
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = pg.Client.prototype
  const listening = function (this: pg.Client, ...given: readonly unknown[]): unknown {
    const [said, values = []] = given as [string | RecordedStatement, (readonly unknown[])?]
    const statement = typeof said === 'string' ? { text: said, values } : { ...said, values: said.values ?? [] }
    const own = byClient.get(this) ?? []
    byClient.set(this, own)
    own.push(statement)
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = listening as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  for (const statements of byClient.values()) {
    const begin = statements.findIndex(({ text }) => text === 'begin')
    const end = statements.findIndex(({ text }, at) => at > begin && text === 'commit')
    const own = statements.slice(begin + 1, end)
    if (begin >= 0 && end > begin && own.some(({ name }) => name === 'pages.update')) return own
  }
  throw new Error('the save was not heard')
}

/** The same values for another page and the current time. */
export const valuesFor = ({ values }: RecordedStatement, page: PageState): readonly unknown[] =>
  values.map((value) => valueFor(value, page))

function valueFor(value: unknown, page: PageState): unknown {
  if (Array.isArray(value)) return value.map((each) => valueFor(each, page))
  if (value instanceof Date) return new Date()
  if (value === MARKED.pageId) return page.pageId
  if (value === MARKED.revision) return page.revision
  if (value === MARKED.revision - 1) return page.revision - 1
  if (typeof value !== 'string') return value
  const texts = [
    [MARKED.formerTitle, page.formerTitle],
    [MARKED.title, page.title],
    [MARKED.formerContent, page.formerContent],
    [MARKED.content, page.content],
  ] as const
  const whole = texts.find(([marked]) => marked === value)
  return whole ? whole[1] : value.replaceAll(String(MARKED.pageId), String(page.pageId))
}
