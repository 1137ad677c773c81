import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { anItem } from '#tests/contracts/database/things.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { testServices } from '#tests/support/services.ts'
import { renewKey } from './item-key.ts'
import { itemKeyOperations } from './operations.ts'

const WAITING = `select 1 from pg_stat_activity
  where application_name = 'octavo' and datname = current_database() and wait_event_type = 'Lock'`

describe.skipIf(POSTGRES_URL === undefined)('a token that is reset while a program waits to write', () => {
  let server: Awaited<ReturnType<typeof newServerDatabase>>
  let database: OpenDatabase
  let observer: Client
  beforeAll(async () => {
    server = await newServerDatabase()
    database = await openDatabase({ location: { kind: 'postgres', url: server.url } })
    observer = new Client({ connectionString: server.url })
    await observer.connect()
  })
  afterAll(async () => {
    await observer.end()
    await database.close()
    await server.drop()
  })
  const somebodyWaits = async (): Promise<void> => {
    while ((await observer.query(WAITING)).rowCount === 0);
  }

  it('writes nothing, although it was valid when the program began', async () => {
    const { services } = testServices()
    const item = await anItem(database)
    const key = await renewKey({ store: database, services }, { itemId: item.id }, null)
    const program = new Person({ database, services, within: [], after: [], operations: {} }, null)

    const writing = await database.transaction(async (store) => {
      await store.items.lock(item.id)
      const begun = outcomeOf(
        program.do(itemKeyOperations.itemKey.writePage, { ...key, pageTitle: 'Late', pageContent: 'text' }),
      )
      await somebodyWaits()
      await renewKey({ store, services }, { itemId: item.id }, key.apiKey)
      return { begun }
    })

    expect(await writing.begun).toBe('wrongItemKey')
    expect(await database.pages.headsOf(item.id)).toEqual([])
  })
})
