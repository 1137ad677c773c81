import type { AuditEntry } from '#core/audit/entry.ts'
import type { AuditFilter, AuditRecord } from '#core/ports/audit.ts'
import { integer, text, type RowOf } from './column-types.ts'
import { columnsOf, fieldOfAll } from './columns.ts'
import { AuditRows } from './record-rows.ts'
import { statement, type Session } from './session.ts'

const NAMED = { ...AuditRows.columns, actorUsername: text }

const append = statement(
  'audit.append',
  `insert into audit (at, actor_id, address, agent_digest, action, object_kind, object_id, user_id, detail, result,
     operation, request_id)
   select at, actor_id, address, agent_digest, action, object_kind, object_id, user_id, detail, result, operation,
     request_id
   from unnest($1::timestamptz[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
     $8::integer[], $9::text[], $10::text[], $11::text[], $12::text[])
     with ordinality said (at, actor_id, address, agent_digest, action, object_kind, object_id, user_id, detail, result,
       operation, request_id, place)
   order by place`,
)
const FILTERED = `($1::integer is null or a.actor_id = $1) and ($2::text is null or a.action = $2)
   and ($3::timestamptz is null or a.at >= $3) and ($4::timestamptz is null or a.at < $4)`
const found = statement(
  'audit.found',
  `select ${columnsOf(AuditRows, 'a')}, coalesce(u.username, '') as "actorUsername"
   from audit a left join "user" u on u.id = a.actor_id
   where ${FILTERED} order by a.id desc limit $5 offset $6`,
  NAMED,
)
const countFound = statement('audit.countFound', `select count(*)::integer as count from audit a where ${FILTERED}`, {
  count: integer,
})
const sweep = statement('audit.sweep', `delete from audit where at < least($1, now() - interval '180 days')`)

export const auditOn = (session: Session): AuditRecord => ({
  async append(entries) {
    if (entries.length === 0) return
    const column = fieldOfAll(entries)
    await session.run(append, [
      column('at'),
      column('actorId'),
      column('address'),
      column('agentDigest'),
      column('action'),
      column('objectKind'),
      column('objectId'),
      column('userId'),
      column('detail'),
      column('result'),
      column('operation'),
      column('requestId'),
    ])
  },
  async find(filter, { page, count }) {
    const wanted = valuesOf(filter)
    const rows = await session.all(found, [...wanted, count, (page - 1) * count])
    const total = await session.first(countFound, wanted)
    return { list: rows.map(toEntry), total: total?.count ?? 0 }
  },
  sweep: (before) => session.run(sweep, [before]),
})

const valuesOf = ({ actorId, action, from, to }: AuditFilter): readonly unknown[] => [
  actorId ?? null,
  action ?? null,
  from ?? null,
  to ?? null,
]

const toEntry = (row: RowOf<typeof NAMED>): AuditEntry & { readonly actorUsername: string } => ({
  ...row,
  // PostgreSQL gives large numbers as text.
  id: Number(row.id),
})
