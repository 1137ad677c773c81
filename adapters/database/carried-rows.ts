import type { User } from '#core/account/user.ts'
import type { Attachment } from '#core/attachment/attachment.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import type { Membership } from '#core/member/membership.ts'
import type { PageVersion } from '#core/page/version.ts'
import type { Store } from '#core/ports/store.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import { PageAttachmentRows, TrafficRows } from './attachment-rows.ts'
import { catalogRowOf } from './catalogs.ts'
import { integer, text, type RowOf } from './column-types.ts'
import { itemRowOf } from './items.ts'
import { batchesOf } from './page-batches.ts'
import {
  CatalogRows,
  ItemRows,
  MemberRows,
  PageVersionRows,
  TeamGrantRows,
  TeamItemRows,
  TeamMemberRows,
  TeamRows,
  UserRows,
} from './rows.ts'
import { statement, type Session } from './session.ts'

/** Tables in which what comes from another system keeps the ids it had there. */
const TABLES = [
  ...(['user', 'item', 'catalog', 'page', 'page_version', 'member', 'attachment'] as const),
  ...(['team', 'team_member', 'team_item', 'team_grant'] as const),
] as const
export type CarriedTable = (typeof TABLES)[number]

/** A file whose blob lies in its place already, still as a stray. */
export interface CarriedFileRow extends Omit<Attachment, 'id'> {
  /** Null for one that had none, and gets one. */
  readonly id: number | null
  readonly uses: readonly {
    readonly pageId: number
    readonly isAttached: boolean
    readonly isNamed: boolean
    readonly at: Date
  }[]
}

/**
 * Rows that come from another system with the ids they have there, which must be free. To be used within one transaction,
 * and for a database nobody works with: nothing is refused but what the tables themselves refuse.
 */
export interface CarriedRows {
  /** Everything else, in the same transaction. Pages are among it, for `insertAll` takes their ids. */
  readonly store: Store
  /** From now on the database gives ids that are larger than these by itself. */
  keepFree(largest: Readonly<Partial<Record<CarriedTable, number>>>): Promise<void>
  addUsers(users: readonly User[]): Promise<void>
  addItem(item: Item): Promise<void>
  /** @param catalogs parents before those below them */
  addCatalogs(catalogs: readonly Catalog[]): Promise<void>
  /** @param itemId the item of all their pages */
  addVersions(itemId: number, versions: Iterable<PageVersion>): Promise<void>
  addMembers(members: readonly Membership[]): Promise<void>
  /** With the pages that have it, which must be there. */
  addFile(file: CarriedFileRow): Promise<void>
  addTraffic(
    traffic: readonly { readonly ownerId: number; readonly month: string; readonly bytes: number }[],
  ): Promise<void>
  addTeams(teams: readonly Team[]): Promise<void>
  addTeamMembers(members: readonly TeamMember[]): Promise<void>
  addTeamItems(items: readonly TeamItem[]): Promise<void>
  addTeamGrants(grants: readonly TeamGrant[]): Promise<void>
  /** The ids there are, ascending. */
  idsOf(table: 'user' | 'item' | 'team' | 'attachment'): Promise<readonly number[]>
  /** How many rows there are by now. */
  counts(): Promise<CarriedCounts>
  /** A sum of each content of an item by the id of its page, pages in the recycle bin among them. */
  sumsOfPages(itemId: number): Promise<ReadonlyMap<number, string>>
  /** The same by the ids of former versions. */
  sumsOfVersions(itemId: number): Promise<ReadonlyMap<number, string>>
}

const keepFree = statement(
  'carried.keepFree',
  `select setval(pg_get_serial_sequence($1::text, 'id'),
     greatest(nextval(pg_get_serial_sequence($1::text, 'id')), $2::bigint))::text as last`,
  { last: text },
)
// Versions are not counted when they are kept: it was their page that was.
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
const IDS = {
  user: statement('carried.users', 'select id from "user" order by id', { id: integer }),
  item: statement('carried.items', 'select id from item order by id', { id: integer }),
  team: statement('carried.teams', 'select id from team order by id', { id: integer }),
  attachment: statement('carried.attachments', 'select id from attachment order by id', { id: integer }),
}
const COUNTS = {
  ...{
    user: integer,
    item: integer,
    catalog: integer,
    member: integer,
    link: integer,
    draft: integer,
    traffic: integer,
    itemGroup: integer,
  },
  ...{ recycled: integer, team: integer, teamMember: integer, teamItem: integer, teamGrant: integer },
}
export type CarriedCounts = RowOf<typeof COUNTS>
const counts = statement(
  'carried.counts',
  `select (select count(*) from "user")::integer as "user", (select count(*) from item)::integer as item,
     (select count(*) from catalog)::integer as catalog, (select count(*) from member)::integer as member,
     (select count(*) from page_link)::integer as link, (select count(*) from page_draft)::integer as draft,
     (select count(*) from attachment_traffic)::integer as traffic,
     (select count(*) from item_group)::integer as "itemGroup",
     (select count(*) from page where deleted_at is not null)::integer as recycled,
     (select count(*) from team)::integer as team, (select count(*) from team_member)::integer as "teamMember",
     (select count(*) from team_item)::integer as "teamItem", (select count(*) from team_grant)::integer as "teamGrant"`,
  COUNTS,
)
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

/** Rows in one statement, which takes 65,535 values at most. */
const AT_ONCE = 1_000

export const carriedRowsOn = (session: Session, store: Store): CarriedRows => ({
  store,
  async keepFree(largest) {
    for (const name of TABLES) {
      const id = largest[name]
      if (id !== undefined) await session.first(keepFree, [`"${name}"`, id])
    }
  },
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
      await session.orm().insertMany(PageVersionRows, some.map(copied))
      for (const { authorId, content } of some)
        bytes.set(authorId, (bytes.get(authorId) ?? 0) + Buffer.byteLength(content))
    }
    await session.first(countVersions, [itemId, [...bytes.keys()], [...bytes.values()]])
  },
  addMembers: (members) => eachOf(members, (some) => session.orm().insertMany(MemberRows, some.map(copied))),
  async addFile({ uses, ...file }) {
    const { ownerId, displayName, kind, mediaType, bytes, storage, key, token } = file
    const row = await session.first(addFile, [
      ...[file.id, ownerId, displayName, kind, mediaType, bytes, storage, key, token],
      ...[file.visits, file.isOfHub, file.wasBound, file.addedAt],
    ])
    if (!row) throw new Error('a file could not be added')
    const bindings = uses.map(({ at, ...use }) => ({ ...use, attachmentId: row.id, boundAt: at }))
    await eachOf(bindings, (some) => session.orm().insertMany(PageAttachmentRows, some.map(copied)))
  },
  addTraffic: (traffic) =>
    eachOf(traffic, (some) =>
      session.orm().insertMany(
        TrafficRows,
        some.map((each) => ({ ...each, bytes: String(each.bytes) })),
      ),
    ),
  addTeams: (teams) => eachOf(teams, (some) => session.orm().insertMany(TeamRows, some.map(copied))),
  addTeamMembers: (members) => eachOf(members, (some) => session.orm().insertMany(TeamMemberRows, some.map(copied))),
  addTeamItems: (items) => eachOf(items, (some) => session.orm().insertMany(TeamItemRows, some.map(copied))),
  addTeamGrants: (grants) => eachOf(grants, (some) => session.orm().insertMany(TeamGrantRows, some.map(copied))),
  async idsOf(name) {
    return (await session.all(IDS[name], [])).map(({ id }) => id)
  },
  async counts() {
    const row = await session.first(counts, [])
    if (!row) throw new Error('the rows could not be counted')
    return row
  },
  sumsOfPages: async (itemId) => sumsById(await session.all(sumsOfPages, [itemId])),
  sumsOfVersions: async (itemId) => sumsById(await session.all(sumsOfVersions, [itemId])),
})

async function eachOf<T>(rows: readonly T[], add: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) await add(rows.slice(at, at + AT_ONCE))
}

/** The ORM writes into what it is given. */
const copied = <T extends object>(row: T): T => ({ ...row })

const sumsById = (rows: readonly { readonly id: number; readonly sum: string }[]): ReadonlyMap<number, string> =>
  new Map(rows.map(({ id, sum }) => [id, sum]))
