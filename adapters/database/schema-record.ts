import type { SchemaRecord } from '#core/ports/schema-record.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { text } from './column-types.ts'
import { statement, type Session } from './session.ts'

const executed = statement('schemaRecord.executed', 'select name::text from migration', { name: text })

export const schemaRecordOn = (session: Session): SchemaRecord => ({
  async isOfThisVersion() {
    const names = new Set((await session.all(executed, [])).map(({ name }) => name))
    return names.size === MIGRATIONS.length && MIGRATIONS.every(({ name }) => names.has(name))
  },
})
