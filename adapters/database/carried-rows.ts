import type { User } from '#core/account/user.ts'
import type { Attachment } from '#core/attachment/attachment.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Item, VisitPassword } from '#core/item/item.ts'
import type { Membership } from '#core/member/membership.ts'
import type { Page } from '#core/page/page.ts'
import type { PageVersion } from '#core/page/version.ts'
import type { Store } from '#core/ports/store.ts'
import { madeByProduct } from '#core/seen-less.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import { carriedNamesOn, type CarriedNames } from './carried-names.ts'
import { carriedRecordsOn, type CarriedRecords } from './carried-records.ts'
import { carriedTextsOn, type CarriedTexts } from './carried-texts.ts'
import { AttachmentRows, PageAttachmentRows } from './attachment-rows.ts'
import { catalogRowOf } from './catalogs.ts'
import { boolean, integer, orNull, text } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { documentsWithBinOn } from './documents.ts'
import { itemRowOf } from './items.ts'
import { batchesOf } from './page-batches.ts'
import {
  CatalogRows,
  ItemPositionRows,
  ItemRows,
  MemberRows,
  PageRows,
  TeamGrantRows,
  TeamItemRows,
  TeamMemberRows,
  TeamRows,
  UserRows,
} from './rows.ts'
import { statement, type Session } from './session.ts'

/** A file whose blob is already in place, still as a stray. */
export interface CarriedFileRow extends Omit<Attachment, 'id'> {
  /** Null for one that had none, and gets one here. */
  readonly id: number | null
  readonly uses: readonly {
    readonly pageId: number
    readonly isAttached: boolean
    readonly isNamed: boolean
    readonly at: Date
  }[]
}

/** Whose an item is, and who may read it. */
export type ItemAccess = Pick<Item, 'id' | 'ownerId' | 'visitPassword' | 'isMembersOnly' | 'visitGeneration'>

/**
 * Rows imported from another system with their original ids, which must be free. For use in one transaction: the only
 * checks are those of the tables.
 */
export interface CarriedRows extends CarriedNames, CarriedTexts {
  /** Everything else, in the same transaction, including pages, because `insertAll` accepts their ids. */
  readonly store: Store
  /** The same, whose documents are also those of items in the recycle bin: what ends has to have ended once they are back. */
  readonly storeWithBin: Store
  /** Records about the rows of one system. */
  records(source: number): CarriedRecords
  addUsers(users: readonly User[]): Promise<void>
  addItem(item: Item): Promise<void>
  /** @param catalogs parents before children */
  addCatalogs(catalogs: readonly Catalog[]): Promise<void>
  /** @param itemId the item of all these pages */
  addVersions(itemId: number, versions: Iterable<PageVersion>): Promise<void>
  addMembers(members: readonly Membership[]): Promise<void>
  /** Somebody's own order of the items of a group, 0 for all items. */
  positionsOf(userId: number, groupId: number): Promise<ReadonlyMap<number, number>>
  /** Ids of all items in the recycle bin of items. */
  itemsInBin(): Promise<ReadonlySet<number>>
  /** Those of these pages that lie in the recycle bin of their item. */
  pagesInBin(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** With the pages that use it, which must exist. */
  addFile(file: CarriedFileRow): Promise<Attachment>
  /** A file by its id or token, including those of items in the recycle bin. */
  fileAt(place: { readonly id: number } | { readonly token: string }): Promise<Attachment | null>
  /** Ids of the files with these tokens, by token, including files of items in the recycle bin. */
  filesWithTokens(tokens: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Lets pages use an existing file. */
  addUses(attachmentId: number, uses: CarriedFileRow['uses']): Promise<void>
  /** Overwrites the settings of an item. @param visitPassword null for an open item */
  changeItem(item: Item, visitPassword: VisitPassword | null): Promise<void>
  /** By item id, also of those in the recycle bin. */
  accessOf(itemIds: readonly number[]): Promise<ReadonlyMap<number, ItemAccess>>
  /** Overwrites it, and nothing else of the item. */
  changeAccess(access: ItemAccess): Promise<void>
  /** Revision of the page here; 1 when it is deleted. */
  revisionOf(pageId: number): Promise<number>
  /** Overwrites an imported page without further checks: the caller knows that nobody has edited it. */
  changePage(page: Page): Promise<void>
  /** @returns the pages whose links, found by their digests, end at another time now; null for no end */
  changeLinkEnds(
    links: readonly { readonly pageId: number; readonly digest: string; readonly endsAt: Date | null }[],
  ): Promise<readonly number[]>
  /** Ids of the items in which teams have something on the word of these people, ascending. */
  itemsVouchedBy(userIds: readonly number[]): Promise<readonly number[]>
  /** Deletes rights given through teams. */
  removeGrants(ids: readonly number[]): Promise<void>
  /** Added to what their owners have in these months already; each owner and month occurs once. */
  addTraffic(
    traffic: readonly { readonly ownerId: number; readonly month: string; readonly bytes: number }[],
  ): Promise<void>
  addTeams(teams: readonly Team[]): Promise<void>
  addTeamMembers(members: readonly TeamMember[]): Promise<void>
  addTeamItems(items: readonly TeamItem[]): Promise<void>
  addTeamGrants(grants: readonly TeamGrant[]): Promise<void>
  /** All existing ids, ascending. */
  idsOf(table: 'user' | 'item' | 'team' | 'attachment'): Promise<readonly number[]>
  /** Checksums of the pages of an item by page id, including the recycle bin. */
  sumsOfPages(itemId: number): Promise<ReadonlyMap<number, string>>
  /** The same by the ids of versions. */
  sumsOfVersions(itemId: number): Promise<ReadonlyMap<number, string>>
}

// As JSON: the ORM would write all values into the text of the statement, and keep it until the end of the transaction.
const addVersions = statement(
  'carried.addVersions',
  `insert into page_version (id, page_id, revision, title, catalog_id, content, author_id, saved_at, comment)
   select v.id, v."pageId", v.revision, v.title, v."catalogId", v.content, v."authorId", v."savedAt", v.comment
   from json_to_recordset($1::json) as v (id integer, "pageId" integer, revision integer, title text,
     "catalogId" integer, content text, "authorId" integer, "savedAt" timestamptz, comment text)`,
)
// Versions are not counted when they are stored: they were counted as the page.
const countVersions = statement(
  'carried.countVersions',
  `select count(add_text_bytes($1::integer, author_id, bytes))::integer as counted
   from unnest($2::integer[], $3::integer[]) t (author_id, bytes)`,
  { counted: integer },
)
const addFile = statement(
  'carried.addFile',
  `with a as (
     insert into attachment (id, owner_id, display_name, kind, media_type, bytes, storage, key, token, visits, is_of_hub,
       was_bound, added_at)
     values (coalesce($1::integer, nextval(pg_get_serial_sequence('attachment', 'id'))::integer),
       $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     returning id, storage, key
   ), kept as (
     delete from stray_blob s using a where s.storage = a.storage and s.key = a.key
   )
   select id from a`,
  { id: integer },
)
const filesWithTokens = statement(
  'carried.filesWithTokens',
  'select token, id from attachment where token = any ($1::text[])',
  { token: text, id: integer },
)
const fileAt = statement(
  'carried.fileAt',
  `select ${columnsOf(AttachmentRows, 'a')} from attachment a where a.id = $1 or a.token = $2`,
  AttachmentRows.columns,
)
const pagesInBin = statement(
  'carried.pagesInBin',
  'select id from page where id = any($1::integer[]) and deleted_at is not null',
  { id: integer },
)
const itemsInBin = statement('carried.itemsInBin', 'select item_id as id from recycled_item', { id: integer })
const itemsVouchedBy = statement(
  'carried.itemsVouchedBy',
  `select item_id as id from team_item where bound_by = any($1::integer[])
   union select item_id from team_grant where given_by = any($1::integer[]) order by id`,
  { id: integer },
)
const addTraffic = statement(
  'carried.addTraffic',
  `insert into attachment_traffic as t (owner_id, month, bytes)
   select owner_id, month, bytes from unnest($1::integer[], $2::text[], $3::bigint[]) c (owner_id, month, bytes)
   on conflict (owner_id, month) do update set bytes = t.bytes + excluded.bytes`,
)
const addUse = statement(
  'carried.addUse',
  `with bound as (
     insert into page_attachment as b (page_id, attachment_id, is_attached, is_named, bound_at)
     values ($1, $2, $3, $4, $5)
     on conflict (page_id, attachment_id) do update
     set is_attached = b.is_attached or excluded.is_attached, is_named = b.is_named or excluded.is_named
     returning attachment_id
   )
   update attachment a set was_bound = true from bound where a.id = bound.attachment_id and not a.was_bound`,
)
// One in the recycle bin gets its domain once it is brought back.
const changeItem = statement(
  'carried.changeItem',
  `with kept as (
     update recycled_item set domain = nullif($4::text, '') where item_id = $1 returning item_id
   )
   update item set name = $2, description = $3,
     domain = case when exists (select from kept) then null else $4::text end, type = $5, owner_id = $6, is_archived = $7,
     updated_at = $8, visit_password_sealed = $9, visit_password_digest = $10, is_members_only = $11,
     visit_generation = visit_generation
       + case when visit_password_digest is distinct from $10 or is_members_only <> $11 then 1 else 0 end
   where id = $1`,
)
const accessOf = statement(
  'carried.accessOf',
  `select id, owner_id as "ownerId", visit_password_sealed as sealed, visit_password_digest as digest,
     is_members_only as "isMembersOnly", visit_generation as "visitGeneration"
   from item where id = any($1::integer[])`,
  {
    ...{ id: integer, ownerId: integer, sealed: orNull(text), digest: orNull(text) },
    ...{ isMembersOnly: boolean, visitGeneration: integer },
  },
)
const changePage = statement(
  'carried.changePage',
  `with changed as (
     update page set catalog_id = $2, title = $3, content = $4, sort_order = $5, author_id = $6, revision = $7,
       saved_at = $8, deleted_by_id = $9, deleted_at = $10
     where id = $1
     returning id, item_id, revision, saved_at, deleted_at
   ), unindexed as (
     delete from page_search s using changed c where s.page_id = c.id and c.deleted_at is not null
   ), unshared as (
     delete from page_link l using changed c where l.page_id = c.id and c.deleted_at is not null
   )
   insert into page_search as s (page_id, item_id, revision, saved_at, tokens, must_be_read)
   select id, item_id, revision, saved_at, null, true from changed where deleted_at is null
   on conflict (page_id) do update set revision = excluded.revision, saved_at = excluded.saved_at, tokens = null,
     text = null, must_be_read = true`,
)
const changeLinkEnds = statement(
  'carried.changeLinkEnds',
  `update page_link l set ends_at = c.ends_at
   from unnest($1::integer[], $2::text[], $3::timestamptz[]) c (page_id, digest, ends_at)
   where l.page_id = c.page_id and l.digest = c.digest and l.ends_at is distinct from c.ends_at
   returning l.page_id as id`,
  { id: integer },
)
const IDS = {
  user: statement('carried.users', 'select id from "user" order by id', { id: integer }),
  item: statement('carried.items', 'select id from item order by id', { id: integer }),
  team: statement('carried.teams', 'select id from team order by id', { id: integer }),
  attachment: statement('carried.attachments', 'select id from attachment order by id', { id: integer }),
}
const SUM = { id: integer, sum: text }
const sumsOfPages = statement(
  'carried.sumsOfPages',
  `select id, encode(sha256(convert_to(content, 'UTF8')), 'hex') as sum from page where item_id = $1`,
  SUM,
)
const sumsOfVersions = statement(
  'carried.sumsOfVersions',
  `select v.id, encode(sha256(convert_to(v.content, 'UTF8')), 'hex') as sum
   from page_version v join page p on p.id = v.page_id where p.item_id = $1`,
  SUM,
)

/** Rows per statement, which can have at most 65,535 values. */
const AT_ONCE = 1_000

export const carriedRowsOn = (session: Session, store: Store): CarriedRows => ({
  ...carriedNamesOn(session),
  ...carriedTextsOn(session),
  store,
  storeWithBin: madeByProduct({ ...store, documents: documentsWithBinOn(session) }),
  records: (source) => carriedRecordsOn(session, source),
  addUsers: (users) => eachOf(users, (some) => session.orm().insertMany(UserRows, some.map(copied))),
  async addItem(item) {
    await session.orm().insert(ItemRows, { ...itemRowOf(item), id: item.id })
  },
  addCatalogs: (catalogs) =>
    eachOf(catalogs, (some) =>
      session.orm().insertMany(
        CatalogRows,
        some.map((each) => ({ ...catalogRowOf(each), id: each.id })),
      ),
    ),
  async addVersions(itemId, versions) {
    const bytes = new Map<number, number>()
    for (const some of batchesOf(versions)) {
      await session.run(addVersions, [JSON.stringify(some)])
      for (const { authorId, content } of some)
        bytes.set(authorId, (bytes.get(authorId) ?? 0) + Buffer.byteLength(content))
    }
    await session.first(countVersions, [itemId, [...bytes.keys()], [...bytes.values()]])
  },
  addMembers: (members) => eachOf(members, (some) => session.orm().insertMany(MemberRows, some.map(copied))),
  async positionsOf(userId, groupId) {
    const rows = await session.orm().find(ItemPositionRows, { userId, groupId })
    return new Map(rows.map(({ itemId, position }) => [itemId, position]))
  },
  async itemsInBin() {
    return new Set((await session.all(itemsInBin, [])).map(({ id }) => id))
  },
  async pagesInBin(ids) {
    return new Set((await session.all(pagesInBin, [ids])).map(({ id }) => id))
  },
  async addFile({ uses, ...file }) {
    const { ownerId, displayName, kind, mediaType, bytes, storage, key, token } = file
    const row = await session.first(addFile, [
      ...[file.id, ownerId, displayName, kind, mediaType, bytes, storage, key, token],
      ...[file.visits, file.isOfHub, file.wasBound, file.addedAt],
    ])
    if (!row) throw new Error('a file could not be added')
    const bindings = uses.map(({ at, ...use }) => ({ ...use, attachmentId: row.id, boundAt: at }))
    await eachOf(bindings, (some) => session.orm().insertMany(PageAttachmentRows, some.map(copied)))
    return { ...file, id: row.id }
  },
  async fileAt(place) {
    const [id, token] = 'id' in place ? [place.id, null] : [null, place.token]
    return session.first(fileAt, [id, token])
  },
  async filesWithTokens(tokens) {
    if (tokens.length === 0) return new Map()
    return new Map((await session.all(filesWithTokens, [tokens])).map(({ token, id }) => [token, id]))
  },
  async addUses(attachmentId, uses) {
    for (const { pageId, isAttached, isNamed, at } of uses)
      await session.run(addUse, [pageId, attachmentId, isAttached, isNamed, at])
  },
  async changeItem(item, visitPassword) {
    const { id, name, description, domain, type, ownerId, isArchived, isMembersOnly, updatedAt } = item
    await session.run(changeItem, [
      ...[id, name, description, domain, type, ownerId, isArchived, updatedAt],
      ...[visitPassword?.sealed ?? null, visitPassword?.digest ?? null, isMembersOnly],
    ])
  },
  itemsVouchedBy: async (userIds) => (await session.all(itemsVouchedBy, [userIds])).map(({ id }) => id),
  async accessOf(itemIds) {
    const found = await session.all(accessOf, [itemIds])
    return new Map(
      found.map(({ sealed, digest, ...access }) => [
        access.id,
        { ...access, visitPassword: sealed === null || digest === null ? null : { sealed, digest } },
      ]),
    )
  },
  async changeAccess({ id, ownerId, visitPassword, isMembersOnly, visitGeneration }) {
    const { sealed: visitPasswordSealed = null, digest: visitPasswordDigest = null } = visitPassword ?? {}
    const access = { ownerId, visitPasswordSealed, visitPasswordDigest, isMembersOnly, visitGeneration }
    await session.orm().nativeUpdate(ItemRows, { id }, access)
  },
  revisionOf: async (pageId) =>
    (await session.orm().findOne(PageRows, { id: pageId }, { fields: ['revision'] }))?.revision ?? 1,
  async changePage({ id, catalogId, title, content, order, authorId, revision, savedAt, deletion }) {
    const values = [id, catalogId, title, content, order, authorId, revision, savedAt]
    await session.run(changePage, [...values, deletion?.byId ?? null, deletion?.at ?? null])
  },
  async changeLinkEnds(links) {
    const changed = await session.all(changeLinkEnds, [
      links.map(({ pageId }) => pageId),
      links.map(({ digest }) => digest),
      links.map(({ endsAt }) => endsAt),
    ])
    return changed.map(({ id }) => id)
  },
  async removeGrants(ids) {
    await session.orm().nativeDelete(TeamGrantRows, { id: [...ids] })
  },
  addTraffic: (traffic) =>
    eachOf(traffic, (some) =>
      session.run(addTraffic, [
        some.map(({ ownerId }) => ownerId),
        some.map(({ month }) => month),
        some.map(({ bytes }) => String(bytes)),
      ]),
    ),
  addTeams: (teams) => eachOf(teams, (some) => session.orm().insertMany(TeamRows, some.map(copied))),
  addTeamMembers: (members) => eachOf(members, (some) => session.orm().insertMany(TeamMemberRows, some.map(copied))),
  addTeamItems: (items) => eachOf(items, (some) => session.orm().insertMany(TeamItemRows, some.map(copied))),
  addTeamGrants: (grants) => eachOf(grants, (some) => session.orm().insertMany(TeamGrantRows, some.map(copied))),
  async idsOf(name) {
    return (await session.all(IDS[name], [])).map(({ id }) => id)
  },
  sumsOfPages: async (itemId) => sumsById(await session.all(sumsOfPages, [itemId])),
  sumsOfVersions: async (itemId) => sumsById(await session.all(sumsOfVersions, [itemId])),
})

async function eachOf<T>(rows: readonly T[], add: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await add(rows.slice(at, at + AT_ONCE))
}

/** The ORM modifies the objects it gets. */
const copied = <T extends object>(row: T): T => ({ ...row })

const sumsById = (rows: readonly { readonly id: number; readonly sum: string }[]): ReadonlyMap<number, string> =>
  new Map(rows.map(({ id, sum }) => [id, sum]))
