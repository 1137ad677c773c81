import { afterEach, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#migrations/all.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

let database: OpenDatabase | null = null
afterEach(() => database?.close())

describe('the tables of a database', () => {
  it('[UPD-03] are those of this version after a start', async () => {
    database = await openDatabase({ location: { kind: 'memory' } })

    expect(await database.schema.isOfThisVersion()).toBe(true)
  })

  it('are not when a newer server has changed them meanwhile', async () => {
    database = await openDatabase({ location: { kind: 'memory' } })
    await database.script(`insert into migration (name) values ('9999-of-a-newer-version')`)

    expect(await database.schema.isOfThisVersion()).toBe(false)
  })

  it('are not when some of the changes are missing', async () => {
    const earlier = MIGRATIONS.map(({ name }) => name).slice(0, -1)
    database = await openDatabase({ location: { kind: 'memory' }, migrations: earlier })

    expect(await database.schema.isOfThisVersion()).toBe(false)
  })
})
