import type { Grant, Membership } from '../member/membership.ts'
import type { STANDINGS, User } from '../account/user.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Item } from '../item/item.ts'
import type { New } from '../new.ts'
import type { OpenAccountId, OpenItemId, OpenPageId, OpenTeamId } from '../opened-id.ts'
import type { OwnTime } from '../own-time.ts'
import type { Page, PageHead, RecycledPage } from '../page/page.ts'
import type { PageVersion } from '../page/version.ts'
import type { Paging, Slice } from '../paging.ts'
import type { AccessReader } from './access.ts'
import type { Attachments } from './attachments.ts'
import type { AuditRecord } from './audit.ts'
import type { ChangeLog } from './change-log.ts'
import type { ClosedMembers, ClosedPort } from './closed.ts'
import type { DocumentSearch } from './document-search.ts'
import type { Documents } from './documents.ts'
import type { Holdings, OpenMembers, OpenUsers } from './open.ts'
import type { Identities } from './identities.ts'
import type { ItemGroups } from './item-groups.ts'
import type { FailedJobs, JobOutbox } from './jobs.ts'
import type { Logins } from './logins.ts'
import type { MailLinks } from './mail-links.ts'
import type { PageLocks } from './page-locks.ts'
import type { PageDrafts } from './page-drafts.ts'
import type { PageLinks } from './page-links.ts'
import type { SchemaRecord } from './schema-record.ts'
import type { SaveReceipts } from './save-receipts.ts'
import type { ItemScope, SearchScope } from './search-scope.ts'
import type { Space } from './space.ts'
import type { Tasks } from './tasks.ts'
import type { Teams } from './teams.ts'
import type { TextBytes } from './text-bytes.ts'
import type { VouchedMemberships } from './vouched-memberships.ts'
import type { SettingsStore } from './settings.ts'

/**
 * Persistent data. Every method returns null or an empty list for "not found"; it throws only when the database fails,
 * or the DomainError named in its docstring.
 *
 * Readable by any id, it is for code that does not act for a caller: adapters, the core's own followers and jobs.
 * Operations and plugins get an `OpenStore`. Methods that reveal the content of items or pages are properties with a
 * function type, because TypeScript would accept an `OpenStore` as a `Store` if they were declared as methods.
 */
export interface Store<
  ItemId extends number = number,
  PageId extends number = number,
  AccountId extends number = number,
  TeamId extends number = number,
> {
  readonly access: AccessReader
  readonly users: Users
  readonly logins: Logins
  readonly identities: Identities
  readonly mailLinks: MailLinks
  readonly items: Items<ItemId, AccountId>
  readonly itemGroups: ItemGroups<AccountId>
  readonly members: Members<ItemId>
  readonly teams: Teams<ItemId, TeamId, AccountId>
  readonly vouchedMemberships: VouchedMemberships
  readonly catalogs: Catalogs<ItemId>
  readonly pages: Pages<ItemId>
  readonly locks: PageLocks<ItemId, PageId>
  readonly attachments: Attachments<ItemId, PageId>
  readonly versions: PageVersions<PageId>
  readonly pageLinks: PageLinks
  readonly saves: SaveReceipts
  readonly drafts: PageDrafts<AccountId>
  readonly search: PageSearch<ItemId, AccountId>
  readonly settings: SettingsStore
  readonly schema: SchemaRecord
  readonly documents: Documents
  readonly documentSearch: DocumentSearch<ItemId, AccountId>
  readonly jobs: JobOutbox
  readonly failedJobs: FailedJobs
  readonly tasks: Tasks
  readonly textBytes: TextBytes
  readonly space: Space
  readonly audit: AuditRecord
  readonly changes: ChangeLog<ItemId>
  /** The same store for code whose own time is measured. Statements are done aside of it. */
  measured(time: OwnTime): Store
}

type StoreByOpenIds = Store<OpenItemId, OpenPageId, OpenAccountId, OpenTeamId>

/**
 * The store for code that acts for a caller: what it reads is asked for by ids obtained from doors, and it changes
 * nothing without one. For plugins the rest is absent at run time, too (`open-store.ts`).
 */
export type OpenStore = {
  readonly [P in keyof OpenMembers]: Pick<StoreByOpenIds[P], Extract<OpenMembers[P], keyof StoreByOpenIds[P]>>
} & { readonly users: OpenUsers }

/**
 * What operations of the product find besides, by `productStore`: what changes data. It lacks what only doors may read
 * (`core/access/facts.ts`): secrets, and what any id finds.
 */
export interface ProductStore extends Omit<StoreByOpenIds, ClosedPort | keyof ClosedMembers | 'users' | 'measured'> {
  readonly attachments: Omit<StoreByOpenIds['attachments'], ClosedMembers['attachments']>
  readonly pageLinks: Omit<PageLinks, ClosedMembers['pageLinks']>
  readonly teams: Omit<StoreByOpenIds['teams'], ClosedMembers['teams']>
  readonly space: Omit<Space, ClosedMembers['space']>
  readonly audit: Omit<AuditRecord, ClosedMembers['audit']>
  readonly users: OpenUsers
}

export interface Database extends Store {
  /** Writes within `work` are atomic. Cannot be nested. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** The same, begun with the first statement: work that waits for something else before keeps no connection. */
  lateTransaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** The same for heavy work: statements time out after five seconds, and connections are kept for everybody else. */
  readonly heavy: Database
  close(): Promise<void>
}

export interface Users {
  byId(id: number): Promise<User | null>
  /** Case-insensitive; an e-mail address matches only when no username does. */
  byLogin(usernameOrEmail: string): Promise<User | null>
  /** Case-insensitive. */
  byEmail(email: string): Promise<User | null>
  byIds(ids: readonly number[]): Promise<readonly User[]>
  /** Those that exist, case-insensitive; e-mail addresses do not match. */
  byUsernames(usernames: readonly string[]): Promise<readonly User[]>
  /** Users whose username or name contains the text; matches of the username come first. */
  search(text: string, paging: Paging): Promise<Slice<User>>
  /** Other people who share an item or a team with this person, sorted by username, at most `count`. */
  sharingWith(userId: number, count: number): Promise<readonly User[]>
  /** Users whose username, name or e-mail contains the text, newest first. */
  directory(filter: DirectoryFilter, paging: Paging): Promise<Slice<DirectoryEntry>>
  countAll(): Promise<number>
  countAdmins(): Promise<number>
  admins(): Promise<readonly User[]>
  /** @throws DomainError usernameTaken | emailTaken */
  insert(user: New<User>): Promise<User>
  /** Writes the given fields and no others. @throws DomainError emailTaken */
  update(id: number, change: Partial<New<User>>): Promise<void>
  /**
   * From then on the password counts as chosen by the person. @returns false, with nothing written, when the stored
   * hash is no longer `hash`
   */
  replacePasswordHash(id: number, hash: string, replacement: string): Promise<boolean>
  /** The account, with concurrent changes of it, and new ownership, blocked until the end of the transaction. */
  hold(id: number): Promise<User | null>
  /** How much would be left without an owner. */
  holdingsOf(id: number): Promise<Holdings>
  /**
   * Deletes the account with its sessions, memberships, drafts and other personal data. Content the person wrote stays.
   * An owner of an item or team cannot be deleted.
   */
  delete(id: number): Promise<void>
}
export interface DirectoryFilter {
  readonly text: string
  readonly standing: (typeof STANDINGS)[number]
}
/** A user as shown to administrators. */
export interface DirectoryEntry extends User {
  /** When a session was last used; null for somebody who has never logged in. */
  readonly lastSeenAt: Date | null
}

/** An item as shown in somebody's list. */
export interface ListedItem {
  readonly item: Item
  /** The position set by this user; null when never sorted. */
  readonly position: number | null
  readonly grants: readonly Grant[]
}
export interface FoundItem extends ListedItem {
  /** The parts of the name that sound like the search words without containing them. */
  readonly heardAs: readonly string[]
}
export interface Items<ItemId = number, AccountId = number> {
  byDomain(domain: string): Promise<number | null>
  /**
   * Items the user owns, is a member of, or can access through a team; sorted ones first by position, then newest
   * first.
   */
  readonly ofUser: (userId: AccountId) => Promise<readonly ListedItem[]>
  /** Those of them whose name contains all of these lower-case words, or sounds like them; in the same order. */
  readonly ofUserNamed: (userId: AccountId, words: readonly string[]) => Promise<readonly FoundItem[]>
  /** Those of them that are in one of this user's groups, sorted by position within the group. */
  readonly inGroup: (userId: AccountId, groupId: number) => Promise<readonly ListedItem[]>
  /**
   * Replaces the user's order of a group; group 0 is "all items". Items that are not in the user's list, or not in the
   * group, are ignored.
   */
  setPositions(userId: number, groupId: number, positions: ReadonlyMap<number, number>): Promise<void>
  /** @throws DomainError domainTaken */
  insert(item: New<Item>): Promise<Item>
  /** @throws DomainError domainTaken */
  update(item: Item): Promise<void>
  /** Moves the item and all its content to the recycle bin: it becomes inaccessible, and its domain becomes free. */
  recycle(id: number, byId: number, at: Date): Promise<void>
  /**
   * Restores the item from the bin. It gets its domain back unless another item uses it by now.
   * @returns the item and its former domain, '' for none; null when it is not in the bin
   */
  readonly recover: (id: ItemId) => Promise<{ readonly item: Item; readonly formerDomain: string } | null>
  /** Ids of items put into the bin before that time, oldest first. */
  recycledBefore(limit: Date, most: number): Promise<readonly number[]>
  /** Deletes for good an item put into the bin before that time. @returns false when it has not been there that long */
  deleteRecycledBefore(id: number, limit: Date): Promise<boolean>
  /** Deletes the item and all its content for good. */
  delete(id: number): Promise<void>
  /** Waits for concurrent changes of this item's tree and blocks them until the end of the transaction. */
  lock(id: number): Promise<void>
  /** Stores with the account that it gave the visit password of this generation; does nothing for a missing item. */
  rememberPass(userId: number, itemId: number, generation: number): Promise<void>
}

export interface Members<ItemId = number> {
  /** In the order in which they were added. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly Membership[]>
  /** Inserts the member, or replaces the role of this user in this item. */
  put(membership: New<Membership>): Promise<Membership>
  remove(itemId: number, userId: number): Promise<void>
}

export interface Catalogs<ItemId = number> {
  /** All catalogs of the item by order, then id. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly Catalog[]>
  /** The item of a catalog; null when there is no such catalog. */
  itemOf(catalogId: number): Promise<number | null>
  insert(catalog: New<Catalog>): Promise<Catalog>
  updateAll(catalogs: readonly Catalog[]): Promise<void>
  deleteAll(ids: readonly number[]): Promise<void>
}

export interface Pages<ItemId = number> {
  /** Live pages without their content, by order, then id. */
  readonly headsOf: (itemId: ItemId) => Promise<readonly PageHead[]>
  readonly countIn: (itemId: ItemId) => Promise<number>
  /** Live pages with content, by order, then id; of the whole item, or of these catalogs. */
  readonly ofItem: (itemId: ItemId, catalogIds?: readonly number[]) => Promise<readonly Page[]>
  /**
   * Those of them that are live pages of the item, with content, in any order.
   * @param mostBytes of text: only as many of them, beginning with the first of the ids; always at least one
   */
  readonly byIds: (itemId: ItemId, ids: readonly number[], mostBytes?: number) => Promise<readonly Page[]>
  /** The live page with this title in this catalog, null being the root; the first if there are several. */
  readonly idOf: (itemId: ItemId, catalogId: number | null, title: string) => Promise<number | null>
  insert(page: New<Page>): Promise<Page>
  /** New page ids, ascending, reserved for pages whose texts link to each other. */
  newIds(count: number): Promise<readonly number[]>
  /** @param pages those with an id from `newIds` in the order of their ids @returns their ids, in this order */
  insertAll(pages: Iterable<New<Page> & { readonly id?: number }>): Promise<readonly number[]>
  /**
   * Writes the page if the stored one still has the revision `basedOn`, is live and in the same item, and nobody but
   * the author has it locked.
   * @param readAt its catalog when it was read; left out when a concurrent move may be overwritten
   * @returns false when somebody else has saved, deleted, moved or locked it meanwhile
   */
  update(page: Page, basedOn: number, readAt?: Pick<Page, 'catalogId' | 'order'>): Promise<boolean>
  /** Ignores pages of other items. */
  setOrder(itemId: number, positions: ReadonlyMap<number, number>): Promise<void>
  moveAll(pageIds: readonly number[], to: { readonly itemId: number; readonly catalogId: number | null }): Promise<void>
  /** Moves the live pages of these catalogs to the recycle bin, and ends their links and locks. @returns their ids */
  recycleIn(catalogIds: readonly number[], byId: number, at: Date): Promise<readonly number[]>
  /**
   * Moves a live page to the recycle bin, and ends its link permanently and its lock.
   * @returns false when it is there already, or somebody else has it locked
   */
  recycle(pageId: number, byId: number, at: Date): Promise<boolean>
  /** The same for those that are live pages of the item, locked or not. @returns the pages' ids */
  recycleAll(itemId: number, pageIds: readonly number[], byId: number, at: Date): Promise<readonly number[]>
  /** The recycle bin of an item, newest first; `deletedByUsername` is '' when the account is deleted. */
  readonly recycledIn: (itemId: ItemId) => Promise<ReadonlyArray<RecycledPage & { readonly deletedByUsername: string }>>
  /**
   * Restores the page from the recycle bin of this item to that place.
   * @returns null when it is not in the bin
   */
  readonly recover: (itemId: ItemId, pageId: number, to: Pick<Page, 'catalogId' | 'order'>) => Promise<Page | null>
  /** Deletes for good what was recycled before `limit`. @returns how many */
  purgeRecycledBefore(limit: Date): Promise<number>
}

/** `authorUsername` is '' when the account is deleted. */
type Authored<T> = T & { readonly authorUsername: string }
export interface PageVersions<PageId = number> {
  /** Newest first, without the texts. */
  readonly headsOf: (pageId: PageId) => Promise<ReadonlyArray<Authored<Omit<PageVersion, 'content'>>>>
  /**
   * Newest first, with at most this many bytes of text in total: from the first text that does not fit, texts are
   * empty.
   */
  readonly newestTexts: (
    pageId: PageId,
    bytes: number,
  ) => Promise<ReadonlyArray<Authored<PageVersion> & { readonly isTextOmitted: boolean }>>
  /** Newest first. */
  readonly ofPage: (pageId: PageId) => Promise<ReadonlyArray<Authored<PageVersion>>>
  /** Also null when the version belongs to another page. */
  readonly byId: (pageId: PageId, versionId: number) => Promise<Authored<PageVersion> | null>
  /** Adds the version and deletes all but the page's newest `count`, at least one. */
  keep(version: New<PageVersion>, count: number): Promise<void>
  /**
   * @param former only a version with this comment is changed; null for any
   * @returns whether there was such a version
   */
  setComment(pageId: number, versionId: number, comment: string, former: string | null): Promise<boolean>
}

export interface PageHit {
  readonly pageId: number
  readonly itemId: number
  readonly itemName: string
  readonly title: string
  /** The readable text of the page; its content for markdown. */
  readonly text: string
  readonly isTitleHit: boolean
  /** The parts of a Chinese title that match the words by pinyin only: `sjk` is 数据库. */
  readonly heardAs: readonly string[]
  readonly savedAt: Date
  /** Names of the catalogs above it, from the first level down. */
  readonly catalogPath: readonly string[]
}
export interface PageSearch<ItemId = number, AccountId = number> {
  /**
   * Live pages that contain every word (any substring, case-insensitive) in title or text, or whose title sounds like
   * words of two letters or more: in pinyin, in full or by initials. Title matches first, then matches by sound, then
   * by newest. Rights are checked within the statement (threats P1).
   */
  readonly find: (
    words: readonly string[],
    scope: SearchScope<ItemId, AccountId>,
    limit: number,
  ) => Promise<readonly PageHit[]>
  /** The ids `find` returns for one item, much cheaper because no texts are read. */
  readonly idsIn: (words: readonly string[], scope: ItemScope<ItemId>, limit: number) => Promise<readonly number[]>
}
