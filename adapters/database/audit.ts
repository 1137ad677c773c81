import type { AuditFilter, AuditRecord, NamedEntry } from '#core/ports/audit.ts'
import { integer, text, type RowOf } from './column-types.ts'
import { columnsOf, fieldOfAll } from './columns.ts'
import { AuditRows } from './record-rows.ts'
import { statement, type Session } from './session.ts'

const NAMED = { ...AuditRows.columns, actorUsername: text, concernedUsername: text, objectName: text }

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
   and ($3::timestamptz is null or a.at >= $3) and ($4::timestamptz is null or a.at < $4)
   and ($5::integer is null or a.actor_id = $5 or a.user_id = $5
     or (a.object_kind = 'account' and a.object_id = $5::integer::text))
   and ($6::bigint is null or a.id < $6) and ($7::text is null or starts_with(a.address, $7))`
// Ids of other kinds are not numbers, and a refused call may have sent any number.
const OBJECT_ID = `case when a.object_id ~ '^[0-9]{1,18}$' then a.object_id::bigint end`
const OBJECT_NAME = `case a.object_kind
     when 'account' then (select o.username from "user" o where o.id = ${OBJECT_ID})
     when 'item' then (select o.name from item o where o.id = ${OBJECT_ID})
     when 'team' then (select o.name from team o where o.id = ${OBJECT_ID})
   end`
const found = statement(
  'audit.found',
  `select ${columnsOf(AuditRows, 'a')}, coalesce(u.username, '') as "actorUsername",
     coalesce(c.username, '') as "concernedUsername", coalesce(${OBJECT_NAME}, '') as "objectName"
   from audit a left join "user" u on u.id = a.actor_id left join "user" c on c.id = a.user_id
   where ${FILTERED} order by a.id desc limit $8 offset $9`,
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

const valuesOf = ({ actorId, action, from, to, personId, beforeId, address }: AuditFilter): readonly unknown[] => [
  actorId ?? null,
  action ?? null,
  from ?? null,
  to ?? null,
  personId ?? null,
  beforeId ?? null,
  address ?? null,
]

const toEntry = (row: RowOf<typeof NAMED>): NamedEntry => ({
  ...row,
  // PostgreSQL returns large numbers as text.
  id: Number(row.id),
})
