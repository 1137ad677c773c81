import { EntitySchema } from '@mikro-orm/core'
import type { AuditEntry } from '#core/audit/entry.ts'
import type { ChangeEntry } from '#core/change-log/entry.ts'

/* The tables of what happened, as the ORM sees them. */
export type AuditRow = Omit<AuditEntry, 'id'> & { id: string }
export const AuditRows = new EntitySchema<AuditRow>({
  name: 'AuditRow',
  tableName: 'audit',
  properties: {
    id: { type: 'bigint', primary: true, autoincrement: true },
    at: { type: 'datetime' },
    actorId: { type: 'integer', nullable: true },
    address: { type: 'text' },
    agentDigest: { type: 'text' },
    action: { type: 'text' },
    objectKind: { type: 'text', nullable: true },
    objectId: { type: 'text', nullable: true },
    userId: { type: 'integer', nullable: true },
    detail: { type: 'text' },
    result: { type: 'text' },
    operation: { type: 'text' },
    requestId: { type: 'text' },
  },
})

export type ChangeRow = Omit<ChangeEntry, 'id'> & { id: string }
export const ChangeRows = new EntitySchema<ChangeRow>({
  name: 'ChangeRow',
  tableName: 'change_log',
  properties: {
    id: { type: 'bigint', primary: true, autoincrement: true },
    itemId: { type: 'integer' },
    at: { type: 'datetime' },
    actorId: { type: 'integer' },
    action: { type: 'text' },
    object: { type: 'text' },
    objectId: { type: 'integer' },
    objectName: { type: 'text' },
    details: { type: 'json' },
    stretch: { type: 'integer', nullable: true },
  },
})
