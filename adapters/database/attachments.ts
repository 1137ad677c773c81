import type { Attachments } from '#core/ports/attachments.ts'
import { AttachmentRows, FormerStorageRows, PageAttachmentRows, StrayBlobRows, TrafficRows } from './attachment-rows.ts'
import { boolean, integer, integers, notNull, text, timestamptz, type RowOf } from './column-types.ts'
import { columnsOf, rowTaker } from './columns.ts'
import { isFileLive } from './live-items.ts'
import { containing } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

const COLUMNS = columnsOf(AttachmentRows, 'a')

const byToken = statement(
  'attachments.byToken',
  `select ${COLUMNS}, array(select b.page_id from page_attachment b where b.attachment_id = a.id) as "pageIds"
   from attachment a where a.token = $1 and ${isFileLive('a')}`,
  { ...AttachmentRows.columns, pageIds: integers },
)
const ofPage = statement(
  'attachments.ofPage',
  `select ${COLUMNS}, b.bound_at as "attachedAt"
   from page_attachment b join attachment a on a.id = b.attachment_id
   where b.page_id = $1 and b.is_attached order by b.bound_at, a.id`,
  { ...AttachmentRows.columns, attachedAt: timestamptz },
)
const usedBy = statement(
  'attachments.usedBy',
  `select ${COLUMNS}, b.page_id as "pageId", b.is_attached as "isAttached"
   from page p join page_attachment b on b.page_id = p.id join attachment a on a.id = b.attachment_id
   where p.item_id = $1 and p.id = any ($2::integer[]) and p.deleted_at is null order by b.bound_at, a.id`,
  { ...AttachmentRows.columns, pageId: integer, isAttached: boolean },
)
const FILTERED = `from attachment a left join "user" u on u.id = a.owner_id
   where ($1::integer is null or a.owner_id = $1) and ($2 = 'all' or a.kind = $2)
     and a.display_name ilike any ($3::text[]) and (cardinality($4::text[]) = 0 or u.username ilike any ($4::text[]))
     and ${isFileLive('a')}`
const byId = statement(
  'attachments.byId',
  `select ${COLUMNS} from attachment a where a.id = $1 and ${isFileLive('a')}`,
  AttachmentRows.columns,
)
const search = statement(
  'attachments.search',
  `select ${COLUMNS}, coalesce(u.username, '') as "ownerUsername" ${FILTERED} order by a.id desc limit $5 offset $6`,
  { ...AttachmentRows.columns, ownerUsername: text },
)
const countSearch = statement('attachments.countSearch', `select count(*)::integer as count ${FILTERED}`, {
  count: integer,
})
// Sums of bytes may exceed an integer, and are returned as text.
const BYTES = { bytes: text }
const usedByOwner = statement(
  'attachments.usedByOwner',
  `select coalesce(sum(a.bytes), 0)::text as bytes from attachment a where a.owner_id = $1 and ${isFileLive('a')}`,
  BYTES,
)
const usedByAll = statement(
  'attachments.usedByAll',
  'select coalesce(sum(bytes), 0)::text as bytes from attachment',
  BYTES,
)
const bytesSince = statement(
  'attachments.bytesSince',
  'select coalesce(sum(bytes), 0)::text as bytes from attachment where owner_id = $1 and added_at > $2',
  BYTES,
)

// Waits for a concurrent deletion of the page.
const insert = statement(
  'attachments.insert',
  `with target as (
     select id from page where id = $11 and deleted_at is null for key share
   ), a as (
     insert into attachment (owner_id, display_name, kind, media_type, bytes, storage, key, token, is_of_hub, added_at,
       was_bound)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::integer is not null
     where $11::integer is null or exists (select from target)
     returning *
   ), bound as (
     insert into page_attachment (page_id, attachment_id, is_attached, is_named, bound_at)
     select target.id, a.id, true, false, a.added_at from target, a
   ), kept as (
     delete from stray_blob s using a where s.storage = a.storage and s.key = a.key
   )
   select ${COLUMNS} from a`,
  AttachmentRows.columns,
)
const BOUND = `update attachment a set was_bound = true from bound where a.id = bound.attachment_id and not a.was_bound`
const attach = statement(
  'attachments.attach',
  `with bound as (
     insert into page_attachment as b (page_id, attachment_id, is_attached, is_named, bound_at)
     values ($2, $1, true, false, $3)
     on conflict (page_id, attachment_id) do update
     set is_attached = true, bound_at = case when b.is_attached then b.bound_at else excluded.bound_at end
     returning attachment_id
   ) ${BOUND}`,
)
const bindNamed = statement(
  'attachments.bindNamed',
  `with bound as (
     insert into page_attachment as b (page_id, attachment_id, is_attached, is_named, bound_at)
     select $1, id, false, true, $4 from attachment
     where token = any ($3) and (owner_id = $2
       or exists (select from page_attachment o where o.page_id = $1 and o.attachment_id = attachment.id))
     order by id
     on conflict (page_id, attachment_id) do update set is_named = true where not b.is_named
     returning attachment_id
   ) ${BOUND}`,
)
const copyBindings = statement(
  'attachments.copyBindings',
  `insert into page_attachment (page_id, attachment_id, is_attached, is_named, bound_at)
   select pair.copy_id, b.attachment_id, b.is_attached, b.is_named, $3
   from unnest($1::integer[], $2::integer[]) pair (page_id, copy_id)
   join page_attachment b on b.page_id = pair.page_id
   order by pair.copy_id, b.bound_at, b.attachment_id`,
)
// A page that starts using the file references this row, and waits.
const hold = statement('attachments.hold', 'select from attachment where id = $1 for update')
const UNUSED = `a.owner_id = $1 and not exists (select from page_attachment b where b.attachment_id = a.id)`
const unusedOf = statement(
  'attachments.unusedOf',
  `select ${COLUMNS} from attachment a where ${UNUSED} order by a.id limit $2 offset $3`,
  AttachmentRows.columns,
)
const countUnusedOf = statement(
  'attachments.countUnusedOf',
  `select count(*)::integer as count from attachment a where ${UNUSED}`,
  { count: integer },
)
// For the same reason as in `hold`.
const holdUnused = statement(
  'attachments.holdUnused',
  `select from attachment a where ${UNUSED} order by a.id for update`,
)
const giveUnused = statement('attachments.giveUnused', `update attachment a set owner_id = $2 where ${UNUSED}`)
const deleteUnused = statement('attachments.deleteUnused', `delete from attachment a where ${UNUSED} and a.id = $2`)
const inStorages = statement(
  'attachments.inStorages',
  `select coalesce(a.storage, s.storage) as storage, coalesce(a.files, 0) as files, coalesce(a.bytes, '0') as bytes,
     coalesce(s.strays, 0) as strays
   from (select storage, count(*)::integer as files, sum(bytes)::text as bytes from attachment group by storage) a
   full join (select storage, count(*)::integer as strays from stray_blob group by storage) s on s.storage = a.storage
   order by 1`,
  { storage: text, files: integer, ...BYTES, strays: integer },
)
const unknownKeys = statement(
  'attachments.unknownKeys',
  `select listed.key from unnest($2::text[]) listed (key)
   where not exists (select from attachment a where a.storage = $1 and a.key = listed.key)
     and not exists (select from stray_blob s where s.storage = $1 and s.key = listed.key)`,
  { key: notNull(text) },
)
const leaveToSweep = statement(
  'attachments.leaveToSweep',
  `insert into stray_blob (storage, key, due_at)
   select $1, $2, null where not exists (select from attachment a where a.storage = $1 and a.key = $2)
   on conflict (storage, key) do update set due_at = null`,
)
// In one statement, so that a place always belongs to exactly one file or stray.
const relocate = statement(
  'attachments.relocate',
  `with expected as (
     select from stray_blob s where s.storage = $4 and s.key = $5 and s.due_at > $6 for update
   ), moved as (
     update attachment a set storage = $4, key = $5 from expected
     where a.id = $1 and a.storage = $2 and a.key = $3 returning a.id
   ), kept as (
     delete from stray_blob s using moved where s.storage = $4 and s.key = $5
   )
   insert into stray_blob (storage, key, due_at, copy_of) select $2, $3, $7, moved.id from moved
   on conflict (storage, key) do update set due_at = excluded.due_at, copy_of = excluded.copy_of`,
)
const forgetEmptyStorages = statement(
  'attachments.forgetEmptyStorages',
  `delete from former_storage f where f.left_at < $1 and f.name not like '%://'
   and not exists (select from attachment a where a.storage = f.name)
   and not exists (select from stray_blob s where s.storage = f.name)`,
)
const addVisits = statement(
  'attachments.addVisits',
  `with counted as (
     select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::bigint[]) n (id, owner_id, visits, bytes)
   ), visited as (
     update attachment a set visits = a.visits + counted.visits from counted where a.id = counted.id and counted.visits > 0
   )
   insert into attachment_traffic as t (owner_id, month, bytes)
   select owner_id, $5, sum(bytes) from counted group by owner_id order by owner_id
   on conflict (owner_id, month) do update set bytes = t.bytes + excluded.bytes`,
)

const attachmentOf = rowTaker(AttachmentRows, '')
const formerStorageOf = rowTaker(FormerStorageRows, '')
const bytesOf = (row: RowOf<typeof BYTES> | null): number => Number(row?.bytes ?? 0)

export const attachmentsOn = (session: Session): Attachments => ({
  async byToken(token) {
    const row = await session.first(byToken, [token])
    if (!row) return null
    const { pageIds, ...attachment } = row
    return { attachment, pageIds }
  },
  async byId(id) {
    return session.first(byId, [id])
  },
  ofPage: (pageId) => session.all(ofPage, [pageId]),
  usedBy: (itemId, pageIds) => session.all(usedBy, [itemId, pageIds]),
  async search({ ownerId, ownerName, displayName, kind }, { page, count }) {
    const filter = [ownerId, kind, containing(displayName), ownerName === '' ? [] : containing(ownerName)]
    const list = await session.all(search, [...filter, count, (page - 1) * count])
    return { list, total: (await session.first(countSearch, filter))?.count ?? 0 }
  },
  usedBytes: async (ownerId) =>
    bytesOf(await (ownerId === null ? session.first(usedByAll, []) : session.first(usedByOwner, [ownerId]))),
  bytesSince: async (ownerId, since) => bytesOf(await session.first(bytesSince, [ownerId, since])),
  trafficOf: async (ownerId, month) => bytesOf(await session.orm().findOne(TrafficRows, { ownerId, month })),

  insert: (a, pageId) =>
    session.first(insert, [
      a.ownerId,
      a.displayName,
      a.kind,
      a.mediaType,
      a.bytes,
      a.storage,
      a.key,
      a.token,
      a.isOfHub,
      a.addedAt,
      pageId,
    ]),
  async attach(id, pageId, at) {
    await session.run(attach, [id, pageId, at])
  },
  async bindNamed(pageId, ownerId, tokens, at) {
    await session.run(bindNamed, [pageId, ownerId, tokens, at])
  },
  async copyBindings(copies, at) {
    if (copies.length === 0) return
    await session.run(copyBindings, [copies.map(({ pageId }) => pageId), copies.map(({ copyId }) => copyId), at])
  },
  detach: (id, pageId) =>
    session.together(async (work) => {
      const attached = { pageId, attachmentId: id, isAttached: true }
      const kept = await work
        .orm()
        .nativeUpdate(PageAttachmentRows, { ...attached, isNamed: true }, { isAttached: false })
      return kept > 0 || (await work.orm().nativeDelete(PageAttachmentRows, attached)) > 0
    }),
  async unusedOf(ownerId, { page, count }) {
    const list = await session.all(unusedOf, [ownerId, count, (page - 1) * count])
    return { list, total: (await session.first(countUnusedOf, [ownerId]))?.count ?? 0 }
  },
  giveUnused: (from, to) =>
    session.together(async (work) => {
      await work.run(holdUnused, [from])
      return work.run(giveUnused, [from, to])
    }),
  deleteUnused: async (id, ownerId) => (await session.run(deleteUnused, [ownerId, id])) > 0,
  async holdPagesOf(id) {
    await session.run(hold, [id])
    const used = await session.orm().find(PageAttachmentRows, { attachmentId: id }, { orderBy: { pageId: 'asc' } })
    return used.map(({ pageId }) => pageId)
  },
  async delete(id) {
    await session.orm().nativeDelete(AttachmentRows, { id })
  },

  async expectBlob({ storage, key }, dueAt) {
    await session.orm().insert(StrayBlobRows, { storage, key, dueAt })
  },
  async strayBlobs(storage, now, most) {
    const due = { storage, $or: [{ dueAt: null }, { dueAt: { $lte: now } }] }
    const options = { orderBy: { dueAt: 'asc nulls first', key: 'asc' }, limit: most } as const
    return (await session.orm().find(StrayBlobRows, due, options)).map(({ key }) => key)
  },
  async forgetBlob({ storage, key }) {
    await session.orm().nativeDelete(StrayBlobRows, { storage, key })
  },

  inStorages: async () =>
    (await session.all(inStorages, [])).map(({ bytes, ...rest }) => ({ ...rest, bytes: Number(bytes) })),

  unknownKeys: async (storage, keys) => (await session.all(unknownKeys, [storage, keys])).map(({ key }) => key),
  leaveToSweep: async ({ storage, key }) => (await session.run(leaveToSweep, [storage, key])) > 0,
  async above(after, most) {
    const rows = await session
      .orm()
      .find(AttachmentRows, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit: most })
    return rows.map(attachmentOf)
  },

  async elsewhere(storage, { after, most }) {
    const left = { storage: { $ne: storage }, id: { $gt: after } }
    return (await session.orm().find(AttachmentRows, left, { orderBy: { id: 'asc' }, limit: most })).map(attachmentOf)
  },
  relocate: async (from, to, { now, formerDueAt }) =>
    (await session.run(relocate, [from.id, from.storage, from.key, to.storage, to.key, now, formerDueAt])) > 0,

  async copiesOf(id, now) {
    const kept = { copyOf: id, dueAt: { $gt: now } }
    const rows = await session.orm().find(StrayBlobRows, kept, { orderBy: { dueAt: 'desc', key: 'asc' } })
    return rows.map(({ storage, key }) => ({ storage, key }))
  },

  async formerStorages() {
    return (await session.orm().findAll(FormerStorageRows, { orderBy: { id: 'desc' } })).map(formerStorageOf)
  },
  async keepStorage({ name, sealed, leftAt }) {
    await session.orm().insert(FormerStorageRows, { name, sealed, leftAt })
  },
  async forgetStorages(ids) {
    await session.orm().nativeDelete(FormerStorageRows, { id: { $in: [...ids] } })
  },
  async forgetEmptyStorages(leftBefore) {
    await session.run(forgetEmptyStorages, [leftBefore])
  },

  async addVisits(visits, month) {
    if (visits.length === 0) return
    const column = <K extends keyof (typeof visits)[number]>(field: K) => visits.map((visit) => visit[field])
    await session.run(addVisits, [column('attachmentId'), column('ownerId'), column('visits'), column('bytes'), month])
  },
})
