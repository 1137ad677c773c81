import type { Grant } from '#core/member/membership.ts'
import type { PageLock } from '#core/page/lock.ts'
import type {
  AccessReader,
  Belonging,
  ItemFacts,
  PageFacts,
  ReadingFacts,
  RecycledItem,
  WholeItemFacts,
} from '#core/ports/access.ts'
import { boolean, integer, json, notNull, orNull, text, timestamptz, type RowOf } from './column-types.ts'
import { allOrNull, columnsOf, joinedRowTaker, jsonOf, jsonRowReader, prefixed } from './columns.ts'
import { toItem } from './items.ts'
import { toPage } from './pages.ts'
import { isLive } from './live-items.ts'
import { lockOf } from './locks.ts'
import { ADMINISTERS } from './logins.ts'
import { ItemRows, PageRows, TeamMemberRows, TeamRows } from './rows.ts'
import { containing } from './search-tokens.ts'
import { statement, type Session } from './session.ts'
import { toMember, toTeam } from './teams.ts'

interface ItemFactsJson {
  readonly item: Record<string, unknown>
  readonly grants: readonly Grant[]
  readonly passedGeneration: number | null
}
interface PageFactsJson {
  readonly page: Record<string, unknown>
  readonly lock: PageLock | null
  readonly authorUsername: string
  readonly topCatalogId: number | null
  readonly sealedKey: string | null
  /** ISO text. */
  readonly linkEndsAt: string | null
  readonly attachmentCount: number
}
const FACTS = { facts: json<ItemFactsJson>() }

// All in one column: every reply describes its columns again, and parsing thirty of them takes longer than everything
// else done here for a reader.
const factsOf = (grants: string, passedGeneration: string): string =>
  `json_build_object('item', ${jsonOf(ItemRows, 'i')}, 'grants', ${grants}, 'passedGeneration', ${passedGeneration})
   as "facts"`

// Visitors have neither grants nor passes here. They have separate statements: with a nullable user, PostgreSQL would
// plan at every call, which takes several times as long as executing.
const OF_VISITOR = factsOf(`'[]'::json`, 'null')
// $2 is the user.
const OF_USER = factsOf(
  `(select coalesce(json_agg(json_build_object('role', g.role, 'catalogId', g.catalog_id, 'teamId', g.team_id)), '[]')
    from item_grant g where g.item_id = i.id and g.user_id = $2)`,
  '(select v.generation from visit_pass v where v.item_id = i.id and v.user_id = $2)',
)

const itemStatement = (name: string, facts: string) =>
  statement(
    name,
    `select ${facts},
       (select coalesce(sum(m.changes), 0)::text from menu_revision m where m.item_id = i.id) as "menuRevision"
     from item i where i.id = $1 and ${isLive('i.id')}`,
    { ...FACTS, menuRevision: text },
  )
const itemOfVisitor = itemStatement('access.itemOfVisitor', OF_VISITOR)
const itemOfUser = itemStatement('access.itemOfUser', OF_USER)

const TOP_CATALOG = `case when p.catalog_id is null then null else (
       select coalesce(third.id, second.id, first.id)
       from catalog first
       left join catalog second on second.id = first.parent_id
       left join catalog third on third.id = second.parent_id
       where first.id = p.catalog_id
     ) end`

const pageStatement = (name: string, facts: string) =>
  statement(
    name,
    `select ${facts}, p.content,
       json_build_object('page', ${jsonOf(PageRows, 'p', ['content', 'lockUserId', 'lockTab', 'lockUntil', 'lockActiveAt'])}, 'lock', ${lockOf('p')},
         'authorUsername', coalesce((select u.username from "user" u where u.id = p.author_id), ''),
         'topCatalogId', ${TOP_CATALOG},
         'attachmentCount',
           (select count(*) from page_attachment b where b.page_id = p.id and b.is_attached),
         'sealedKey', l.sealed, 'linkEndsAt', l.ends_at) as "pageFacts"
     from page p join item i on i.id = p.item_id left join page_link l on l.page_id = p.id
     where p.id = $1 and ${isLive('i.id')}`,
    { ...FACTS, content: text, pageFacts: json<PageFactsJson>() },
  )
const pageOfVisitor = pageStatement('access.pageOfVisitor', OF_VISITOR)
const pageOfUser = pageStatement('access.pageOfUser', OF_USER)

const placesStatement = (name: string, facts: string) =>
  statement(
    name,
    `select ${facts}, p.id as "pageId", p.title as "pageTitle", ${TOP_CATALOG} as "topCatalogId", p.deleted_at is not null as "isRecycled"
     from page p join item i on i.id = p.item_id
     where p.id = any ($1) and ${isLive('i.id')}`,
    { ...FACTS, pageId: integer, pageTitle: text, topCatalogId: orNull(integer), isRecycled: boolean },
  )
const placesOfVisitor = placesStatement('access.placesOfVisitor', OF_VISITOR)
const placesOfUser = placesStatement('access.placesOfUser', OF_USER)

const ofTeam = statement(
  'access.ofTeam',
  `select ${columnsOf(TeamRows, 't')}, ${columnsOf(TeamMemberRows, 'own', 'own.')}
   from team t left join team_member own on own.team_id = t.id and own.user_id = $2
   where t.id = $1`,
  { ...TeamRows.columns, ...prefixed(allOrNull(TeamMemberRows.columns), 'own.') },
)

// Each reading with the reader's rights in the item, without the text.
const ofReadings = statement(
  'access.ofReadings',
  `select json_build_object('item', ${jsonOf(ItemRows, 'i')},
       'grants', (select coalesce(json_agg(json_build_object(
           'role', g.role, 'catalogId', g.catalog_id, 'teamId', g.team_id)), '[]')
         from item_grant g where g.item_id = i.id and g.user_id = u.id),
       'passedGeneration', (select v.generation from visit_pass v where v.item_id = i.id and v.user_id = u.id)) as "facts",
     json_build_object('pageId', p.id, 'userId', u.id, 'isAdmin', ${ADMINISTERS}, 'pageTitle', p.title,
       'isRecycled', p.deleted_at is not null, 'topCatalogId', ${TOP_CATALOG}) as "reading"
   from unnest($1::integer[], $2::integer[]) as wanted(page_id, user_id)
   join page p on p.id = wanted.page_id join item i on i.id = p.item_id join "user" u on u.id = wanted.user_id
   where ${isLive('i.id')}`,
  { ...FACTS, reading: json<Omit<ReadingFacts, keyof ItemFacts>>() },
)

const partsOf = statement(
  'access.partsOf',
  `select item_id as "itemId" from member where user_id = $1
   union select item_id from team_grant where user_id = $1
   union select item_id from team_grant where given_by = $1
   union select item_id from team_item where bound_by = $1
   order by 1`,
  { itemId: integer },
)
const owned = statement(
  'access.owned',
  `select 'team' as kind, id from team where owner_id = $1
   union all select 'item', id from item where owner_id = $1 and ${isLive('item.id')}
   order by kind desc, id`,
  { kind: text, id: integer },
)
const belongings = statement(
  'access.belongings',
  `select 'team' as kind, id, name from team where owner_id = $1
   union all select 'item', id, name from item where owner_id = $1 and ${isLive('item.id')}
   order by kind desc, id limit $2 offset $3`,
  { kind: text, id: integer, name: text },
)
const countOwned = statement(
  'access.countOwned',
  `select ((select count(*) from team where owner_id = $1)
     + (select count(*) from item where owner_id = $1 and ${isLive('item.id')}))::integer as count`,
  { count: integer },
)
const IN_SITE = `item i join "user" u on u.id = i.owner_id
   where i.name ilike any ($1::text[]) and u.username ilike any ($2::text[]) and ${isLive('i.id')}`
const ofSite = statement(
  'access.ofSite',
  // Expensive columns are computed only for the rows shown.
  `select shown.*,
     greatest(shown."updatedAt",
       (select max(p.saved_at) from page p where p.item_id = shown.id and p.deleted_at is null)) as "changedAt",
     (select count(distinct g.user_id)::integer from item_grant g
       where g.item_id = shown.id and g.user_id <> shown."ownerId") as "memberCount",
     ((select coalesce(sum(t.bytes), 0) from text_bytes t where t.item_id = shown.id)
       + (select coalesce(sum(a.bytes), 0) from attachment a where a.id in
         (select b.attachment_id from page p join page_attachment b on b.page_id = p.id where p.item_id = shown.id))
     )::text as bytes
   from (
     select ${columnsOf(ItemRows, 'i')}, u.username as "ownerUsername"
     from ${IN_SITE} order by i.created_at desc, i.id desc limit $3 offset $4
   ) shown order by shown."createdAt" desc, shown.id desc`,
  { ...ItemRows.columns, ownerUsername: text, changedAt: notNull(timestamptz), memberCount: integer, bytes: text },
)
const countOfSite = statement('access.countOfSite', `select count(*)::integer as count from ${IN_SITE}`, {
  count: integer,
})
const OF_BIN = {
  ...ItemRows.columns,
  ownerUsername: text,
  deletedById: integer,
  deletedByUsername: text,
  deletedAt: timestamptz,
  pageCount: integer,
}
const recycled = (name: string, rest: string) =>
  statement(
    name,
    `select ${columnsOf(ItemRows, 'i')}, u.username as "ownerUsername", r.deleted_by_id as "deletedById",
       coalesce((select d.username from "user" d where d.id = r.deleted_by_id), '') as "deletedByUsername",
       r.deleted_at as "deletedAt",
       (select count(*)::integer from page p where p.item_id = i.id and p.deleted_at is null) as "pageCount"
     from recycled_item r join item i on i.id = r.item_id join "user" u on u.id = i.owner_id ${rest}`,
    OF_BIN,
  )
const ofRecycled = recycled('access.ofRecycled', 'where r.item_id = $1')
const IN_BIN_FILTER = `where i.name ilike any ($1::text[]) and u.username ilike any ($2::text[])
   and ($3::integer is null or i.owner_id = $3 and r.deleted_by_id = $3)`
const ofBin = recycled('access.ofBin', `${IN_BIN_FILTER} order by r.deleted_at desc, i.id desc limit $4 offset $5`)
const countOfBin = statement(
  'access.countOfBin',
  `select count(*)::integer as count
   from recycled_item r join item i on i.id = r.item_id join "user" u on u.id = i.owner_id ${IN_BIN_FILTER}`,
  { count: integer },
)
const recycledOf = statement(
  'access.recycledOf',
  'select i.id from recycled_item r join item i on i.id = r.item_id where i.owner_id = $1 order by i.id',
  { id: integer },
)

export const accessOn = (session: Session): AccessReader => ({
  async ofItem(itemId, userId): Promise<WholeItemFacts | null> {
    const row = await (userId === null
      ? session.first(itemOfVisitor, [itemId])
      : session.first(itemOfUser, [itemId, userId]))
    return row && { ...toItemFacts(row), menuRevision: row.menuRevision }
  },
  async ofPage(pageId, userId): Promise<PageFacts | null> {
    const row = await (userId === null
      ? session.first(pageOfVisitor, [pageId])
      : session.first(pageOfUser, [pageId, userId]))
    if (!row) return null
    const { page, linkEndsAt, ...more } = row.pageFacts
    const pageRow = { ...pageRowOf(page), content: row.content }
    return {
      ...{ ...toItemFacts(row), ...more, page: toPage(pageRow) },
      linkEndsAt: linkEndsAt === null ? null : new Date(linkEndsAt),
    }
  },
  async ofPages(pageIds, userId) {
    const rows = await (userId === null
      ? session.all(placesOfVisitor, [pageIds])
      : session.all(placesOfUser, [pageIds, userId]))
    return rows.map((row) => ({
      ...toItemFacts(row),
      pageId: row.pageId,
      pageTitle: row.pageTitle,
      topCatalogId: row.topCatalogId,
      isRecycled: row.isRecycled,
    }))
  },
  async ofTeam(teamId, userId) {
    const row = await session.first(ofTeam, [teamId, userId])
    if (!row) return null
    const own = ownRowOf(row)
    return { team: toTeam(row), membership: own && toMember(own) }
  },
  async ofReadings(readings) {
    if (readings.length === 0) return []
    const [pageIds, userIds] = [readings.map(({ pageId }) => pageId), readings.map(({ userId }) => userId)]
    const rows = await session.all(ofReadings, [pageIds, userIds])
    return rows.map((row) => ({ ...toItemFacts(row), ...row.reading }))
  },
  partsOf: async (userId) => (await session.all(partsOf, [userId])).map(({ itemId }) => itemId),
  async ownedBy(userId) {
    const rows = await session.all(owned, [userId])
    const idsOf = (kind: Belonging['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
    return { teamIds: idsOf('team'), itemIds: idsOf('item') }
  },
  async belongingsOf(userId, { page, count }) {
    const rows = await session.all(belongings, [userId, count, (page - 1) * count])
    const total = await session.first(countOwned, [userId])
    return {
      list: rows.map(({ kind, ...thing }) => ({ ...thing, kind: kind as Belonging['kind'] })),
      total: total?.count ?? 0,
    }
  },
  async ofRecycled(itemId) {
    const row = await session.first(ofRecycled, [itemId])
    return row && toRecycled(row)
  },
  async ofBin({ itemName, ownerName, deletedByOwnerId }, { page, count }) {
    const filter = [containing(itemName), containing(ownerName), deletedByOwnerId]
    const rows = await session.all(ofBin, [...filter, count, (page - 1) * count])
    return { list: rows.map(toRecycled), total: (await session.first(countOfBin, filter))?.count ?? 0 }
  },
  recycledOf: async (userId) => (await session.all(recycledOf, [userId])).map(({ id }) => id),
  async ofSite({ itemName, ownerName }, { page, count }) {
    const patterns = [containing(itemName), containing(ownerName)]
    const rows = await session.all(ofSite, [...patterns, count, (page - 1) * count])
    const total = await session.first(countOfSite, patterns)
    return {
      list: rows.map((row) => ({
        item: toItem(row),
        ownerUsername: row.ownerUsername,
        changedAt: row.changedAt,
        memberCount: row.memberCount,
        bytes: Number(row.bytes),
      })),
      total: total?.count ?? 0,
    }
  },
})

const toRecycled = (row: RowOf<typeof OF_BIN>): RecycledItem => ({
  item: toItem(row),
  ownerUsername: row.ownerUsername,
  deletedById: row.deletedById,
  deletedByUsername: row.deletedByUsername,
  deletedAt: row.deletedAt,
  pageCount: row.pageCount,
})

const itemRowOf = jsonRowReader(ItemRows)
const pageRowOf = jsonRowReader(PageRows)
/** Null for people who are not in the team. */
const ownRowOf = joinedRowTaker(TeamMemberRows, 'own.')

const toItemFacts = ({ facts }: RowOf<typeof FACTS>): ItemFacts => ({
  item: toItem(itemRowOf(facts.item)),
  grants: facts.grants,
  passedGeneration: facts.passedGeneration,
})
