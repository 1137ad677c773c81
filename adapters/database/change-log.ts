import type { ChangeEntry } from '#core/change-log/entry.ts'
import type { AuthoredChange, ChangeLog } from '#core/ports/change-log.ts'
import type { New } from '#core/new.ts'
import { integer, notNull, text, timestamptz, type RowOf } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { ChangeRows } from './record-rows.ts'
import { statement, type Session } from './session.ts'

const AUTHORED = { ...ChangeRows.columns, actorUsername: text, actorName: text }

const COLUMNS = 'item_id, at, actor_id, action, object, object_id, object_name, details, stretch'
const ONCE_A_STRETCH = `on conflict (item_id, object_id, actor_id, stretch, action, object) where stretch is not null
   do update set at = excluded.at, object_name = excluded.object_name`
const append = statement(
  'changes.append',
  `insert into change_log (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${ONCE_A_STRETCH}`,
)
const appendAll = statement(
  'changes.appendAll',
  `insert into change_log (${COLUMNS})
   select * from unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::text[], $5::text[], $6::integer[],
     $7::text[], $8::jsonb[], $9::integer[])
   ${ONCE_A_STRETCH}`,
)
const ofItem = statement(
  'changes.ofItem',
  `select ${columnsOf(ChangeRows, 'c')}, coalesce(u.username, '') as "actorUsername", coalesce(u.name, '') as "actorName"
   from change_log c left join "user" u on u.id = c.actor_id
   where c.item_id = $1 order by c.at desc, c.id desc limit $2 offset $3`,
  AUTHORED,
)
const countOfItem = statement(
  'changes.countOfItem',
  'select count(*)::integer as count from (select from change_log where item_id = $1 limit $2) counted',
  { count: integer },
)
// Only the latest of each item, by its index: an item that changes constantly neither hides other items nor takes long.
const latestPages = statement(
  'changes.latestPages',
  `select l."pageId", l.at, coalesce(u.username, '') as username
   from (
     select distinct on (c.object_id) c.object_id as "pageId", c.at, c.actor_id
     from unnest($1::integer[]) wanted (item_id)
     cross join lateral (
       select object_id, at, actor_id from (
         select object, action, object_id, at, actor_id from change_log
         where item_id = wanted.item_id order by at desc, id desc limit 50
       ) newest
       where object = 'page' and action in ('create', 'update', 'restore', 'recover') and actor_id <> $2
       limit $3
     ) c
     order by c.object_id, c.at desc
   ) l left join "user" u on u.id = l.actor_id
   order by l.at desc, l."pageId" desc limit $3`,
  { pageId: integer, at: timestamptz, username: notNull(text) },
)
const prune = statement(
  'changes.prune',
  `delete from change_log c using (
     select id, item_id, row_number() over (partition by item_id order by at desc, id desc) as place from change_log
   ) placed
   where placed.id = c.id
     and (placed.place > $1 or not exists (select from item where item.id = placed.item_id))`,
)

export const changesOn = (session: Session): ChangeLog => ({
  async append(entries) {
    const [first, ...others] = entries
    if (!first) return
    if (others.length === 0) await session.send(append, valuesOf(first))
    else await session.send(appendAll, columnsFrom(entries.map(valuesOf)))
  },
  async ofItem(itemId, { page, count }, most) {
    const offset = (page - 1) * count
    const rows = await session.all(ofItem, [itemId, Math.max(0, Math.min(count, most - offset)), offset])
    const total = await session.first(countOfItem, [itemId, most])
    return { list: rows.map(toChange), total: total?.count ?? 0 }
  },
  latestPages: (itemIds, exceptUserId, count) => session.all(latestPages, [itemIds, exceptUserId, count]),
  prune: (most) => session.run(prune, [most]),
})

const valuesOf = (entry: New<ChangeEntry>): readonly unknown[] => [
  entry.itemId,
  entry.at,
  entry.actorId,
  entry.action,
  entry.object,
  entry.objectId,
  entry.objectName,
  JSON.stringify(entry.details),
  entry.stretch,
]

const columnsFrom = (rows: readonly (readonly unknown[])[]): readonly unknown[] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))

// PostgreSQL returns large numbers as text.
const toChange = (row: RowOf<typeof AUTHORED>): AuthoredChange => ({ ...row, id: Number(row.id) })
