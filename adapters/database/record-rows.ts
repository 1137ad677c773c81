import type { AuditEntry, AuditObject } from '#core/audit/entry.ts'
import type { ChangeEntry } from '#core/change-log/entry.ts'
import { bigint, integer, jsonb, orNull, text, textOf, timestamptz } from './column-types.ts'
import { table, type RowIn } from './table.ts'

/* The tables of what happened, as the ORM sees them. */
export const AuditRows = table('audit', ['id'], {
  id: bigint,
  at: timestamptz,
  actorId: orNull(integer),
  address: text,
  agentDigest: text,
  action: textOf<AuditEntry['action']>(),
  objectKind: orNull(textOf<AuditObject['kind']>()),
  objectId: orNull(text),
  userId: orNull(integer),
  detail: text,
  result: textOf<AuditEntry['result']>(),
  operation: text,
  requestId: text,
})
export type AuditRow = RowIn<typeof AuditRows>

export const ChangeRows = table('change_log', ['id'], {
  id: bigint,
  itemId: integer,
  at: timestamptz,
  actorId: integer,
  action: textOf<ChangeEntry['action']>(),
  object: textOf<ChangeEntry['object']>(),
  objectId: integer,
  objectName: text,
  details: jsonb<ChangeEntry['details']>(),
  stretch: orNull(integer),
})
export type ChangeRow = RowIn<typeof ChangeRows>
