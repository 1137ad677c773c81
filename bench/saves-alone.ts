import pg from 'pg'
import { startPostgres } from './support/postgres.ts'
import { recordedSave, valuesFor, type PageState, type RecordedSave } from './support/recorded-save.ts'
import { figure, type Bench } from './support/report.ts'
import { samplePage } from './support/sample-text.ts'
import { measuredSaves } from './saves.ts'

const CONNECTIONS = 8
const PAGES = 50
const WARM_UP_MS = 1_000
const MEASURED_MS = 5_000
const ROUNDS = 3
const CONTENTS = 509

/**
 * Saves over REST compared with PostgreSQL alone in the same run: the statements of one save are recorded, and repeated
 * by a script that does nothing else, each time in a separate transaction.
 */
export const savesAlone: Bench = {
  name: 'saves-alone',
  async run() {
    const postgres = await startPostgres()
    const { perSecond } = await measuredSaves(postgres.newDatabase('saves'))
    const url = postgres.newDatabase('alone')
    const save = await recordedSave(url, PAGES)
    const direct = new pg.Client({ connectionString: url })
    await direct.connect()
    const rates: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const counting of ['enable', 'disable'] as const) {
        await direct.query(`alter table page ${counting} trigger page_bytes_saved;
          alter table page_version ${counting} trigger version_bytes_removed`)
        rates[counting].push(await rateAlone(url, save))
      }
    }
    await direct.end()
    await postgres.stop()
    const [alone, uncounted] = [median(rates.enable), median(rates.disable)]
    const share = perSecond / alone
    // The additional cost of one save, as a share of the time between saves.
    const counting = (1 / alone - 1 / uncounted) * perSecond
    const count = save.statements.length
    return [
      figure('page/save, PostgreSQL, 8 connections', `${Math.round(perSecond)}/s`, '–', true),
      figure(`the ${count} statements of one save, PostgreSQL alone`, `${Math.round(alone)}/s`, '–', true),
      figure('page/save against PostgreSQL alone', `${Math.round(share * 100)} %`, '≥ 50 %', share >= 0.5),
      figure(
        'counting bytes, share of a save',
        `${(counting * 100).toFixed(1)} % (${Math.round(uncounted)}/s without)`,
        '≤ 3 %',
        counting <= 0.03,
      ),
    ]
  },
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function rateAlone(url: string, { statements, pageIds }: RecordedSave): Promise<number> {
  const contents = Array.from({ length: CONTENTS }, (_, number) => samplePage(number))
  const begin = performance.now() + WARM_UP_MS
  const end = begin + MEASURED_MS
  let committed = 0
  let number = 0

  const write = async (own: readonly number[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url, pipeline: true })
    await client.connect()
    await client.query('set synchronous_commit = on')
    const known = new Map<number, PageState>()
    const { rows } = await client.query<{ id: number; revision: number }>(
      'select id, revision from page where id = any ($1)',
      [own],
    )
    const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
    for (let at = 0; performance.now() < end; at += 1) {
      const pageId = own[at % own.length] ?? 0
      const before = known.get(pageId)
      number += 1
      const page: PageState = {
        pageId,
        revision: (before?.revision ?? revisions.get(pageId) ?? 0) + 1,
        formerTitle: before?.title ?? '',
        title: `Saved ${number}`,
        formerContent: before?.content ?? '',
        content: contents[number % CONTENTS] ?? '',
      }
      // Like the product: `begin` is sent together with the first statement.
      void client.query('begin')
      for (const statement of statements) await client.query({ ...statement, values: [...valuesFor(statement, page)] })
      await client.query('commit')
      known.set(pageId, page)
      const now = performance.now()
      if (now >= begin && now < end) committed += 1
    }
    await requireKept(client, [...known.values()])
    await client.end()
  }
  const owns = Array.from({ length: CONNECTIONS }, (_, place) =>
    pageIds.filter((_id, at) => at % CONNECTIONS === place),
  )
  await Promise.all(owns.map(write))
  return committed / (MEASURED_MS / 1_000)
}

/** Statements that have nothing to write would be faster. */
async function requireKept(client: pg.Client, pages: readonly PageState[]): Promise<void> {
  for (const { pageId, revision } of pages) {
    const { rows } = await client.query<{ revision: number; versions: number }>(
      `select revision, (select count(*)::integer from page_version where page_id = page.id) as versions
       from page where id = $1`,
      [pageId],
    )
    const [row] = rows
    if (row?.revision !== revision || row.versions !== Math.min(revision - 1, 20))
      throw new Error(`page ${pageId} has ${JSON.stringify(row)} instead of revision ${revision}`)
  }
}
