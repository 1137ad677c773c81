import type { AuditEntry } from '#core/audit/entry.ts'
import type { AuditFilter, AuditRecord } from '#core/ports/audit.ts'
import { columnsOf } from './columns.ts'
import { AuditRows, type AuditRow } from './record-rows.ts'
import { statement, type Session } from './session.ts'

type NamedRow = AuditRow & { readonly actorUsername: string }

const append = statement(
  'audit.append',
  `insert into audit (at, actor_id, address, agent_digest, action, object_kind, object_id, user_id, detail, result,
     operation, request_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
const FILTERED = `($1::integer is null or a.actor_id = $1) and ($2::text is null or a.action = $2)
   and ($3::timestamptz is null or a.at >= $3) and ($4::timestamptz is null or a.at < $4)`
const found = statement<NamedRow>(
  'audit.found',
  `select ${columnsOf(AuditRows, 'a')}, coalesce(u.username, '') as "actorUsername"
   from audit a left join "user" u on u.id = a.actor_id
   where ${FILTERED} order by a.id desc limit $5 offset $6`,
)
const countFound = statement<{ count: number }>(
  'audit.countFound',
  `select count(*)::integer as count from audit a where ${FILTERED}`,
)
const sweep = statement('audit.sweep', `delete from audit where at < least($1, now() - interval '180 days')`)

export const auditOn = (session: Session): AuditRecord => ({
  async append(entries) {
    for (const entry of entries)
      await session.run(append, [
        entry.at,
        entry.actorId,
        entry.address,
        entry.agentDigest,
        entry.action,
        entry.objectKind,
        entry.objectId,
        entry.userId,
        entry.detail,
        entry.result,
        entry.operation,
        entry.requestId,
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

const toEntry = (row: NamedRow): AuditEntry & { readonly actorUsername: string } => ({
  ...row,
  // PostgreSQL gives large numbers as text.
  id: Number(row.id),
})
