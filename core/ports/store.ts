import type { Grant, Membership } from '../member/membership.ts'
import type { User } from '../account/user.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Item } from '../item/item.ts'
import type { New } from '../new.ts'
import type { OpenItemId, OpenPageId } from '../opened-id.ts'
import type { Page, PageHead, RecycledPage } from '../page/page.ts'
import type { PageVersion } from '../page/version.ts'
import type { Paging, Slice } from '../paging.ts'
import type { AccessReader } from './access.ts'
import type { Attachments } from './attachments.ts'
import type { AuditRecord } from './audit.ts'
import type { ChangeLog } from './change-log.ts'
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
import type { Space } from './space.ts'
import type { Tasks } from './tasks.ts'
import type { Teams } from './teams.ts'
import type { TextBytes } from './text-bytes.ts'

/**
 * What is kept. Every method answers null or an empty list for "not there"; it throws only when the database is broken,
 * or the DomainError its docstring names.
 *
 * Read by any id, it is for what is no caller's doing: adapters, the core's own followers and jobs. Operations and plugins
 * get an `OpenStore`. Methods that tell what an item or a page holds are properties with a function type, because
 * TypeScript would let an `OpenStore` pass for a `Store` if they were written as methods.
 */
export interface Store<ItemId extends number = number, PageId extends number = number> {
  readonly access: AccessReader
  readonly users: Users
  readonly logins: Logins
  readonly identities: Identities
  readonly mailLinks: MailLinks
  readonly items: Items
  readonly itemGroups: ItemGroups
  readonly members: Members<ItemId>
  readonly teams: Teams
  readonly catalogs: Catalogs<ItemId>
  readonly pages: Pages<ItemId>
  readonly locks: PageLocks<ItemId>
  readonly attachments: Attachments<ItemId, PageId>
  readonly versions: PageVersions<PageId>
  readonly pageLinks: PageLinks
  readonly saves: SaveReceipts
  readonly drafts: PageDrafts
  readonly search: PageSearch<ItemId>
  readonly settings: SettingsStore
  readonly schema: SchemaRecord
  readonly documents: Documents
  readonly jobs: JobOutbox
  readonly failedJobs: FailedJobs
  readonly tasks: Tasks
  readonly textBytes: TextBytes
  readonly space: Space
  readonly audit: AuditRecord
  readonly changes: ChangeLog<ItemId>
}

/**
 * The same for somebody who asks: items and pages are read by ids that doors have given, and by no others. What doors
 * decide by is left to them (`core/access/facts.ts`).
 */
export type OpenStore = Omit<Store<OpenItemId, OpenPageId>, 'access'>

export interface Database extends Store {
  /** Writes of `work` happen together or not at all. Not to be nested. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** The same for heavy work: a statement ends after five seconds, and connections are left for everybody else. */
  readonly heavy: Database
  close(): Promise<void>
}

export interface Users {
  byId(id: number): Promise<User | null>
  /** Without regard to case; an e-mail counts only when no username equals it. */
  byLogin(usernameOrEmail: string): Promise<User | null>
  /** Without regard to case. */
  byEmail(email: string): Promise<User | null>
  byIds(ids: readonly number[]): Promise<readonly User[]>
  /** Those there are, without regard to case; e-mails do not count. */
  byUsernames(usernames: readonly string[]): Promise<readonly User[]>
  /** Users whose username or name contains the text; those by the username come first. */
  search(text: string, paging: Paging): Promise<Slice<User>>
  /** Others who have a part in an item or in a team in which this person has one, by username, `count` at most. */
  sharingWith(userId: number, count: number): Promise<readonly User[]>
  /** Everybody whose username, name or e-mail contains the text, those who came last first. */
  directory(text: string, paging: Paging): Promise<Slice<DirectoryEntry>>
  countAll(): Promise<number>
  countAdmins(): Promise<number>
  admins(): Promise<readonly User[]>
  /** @throws DomainError usernameTaken | emailTaken */
  insert(user: New<User>): Promise<User>
  /** Writes the given fields and no others. @throws DomainError emailTaken */
  update(id: number, change: Partial<New<User>>): Promise<void>
  /** The password is one of the person's own from then on. @returns false, with nothing written, when the stored hash is no longer `hash` */
  replacePasswordHash(id: number, hash: string, replacement: string): Promise<boolean>
  /** The account, with other changes of it, and whatever is to be its own, held off until the end of the transaction. */
  hold(id: number): Promise<User | null>
  /** How much belongs to nobody without this account. */
  holdingsOf(id: number): Promise<Holdings>
  /**
   * Removes the account with its sessions, memberships, drafts and whatever else is of use to this person alone. What the
   * person wrote stays. An owner of something cannot be removed.
   */
  delete(id: number): Promise<void>
}
/** Somebody as administrators see them. */
export interface DirectoryEntry extends User {
  /** When a session was in use last; null for somebody who was never logged in. */
  readonly lastSeenAt: Date | null
}
export interface Holdings {
  readonly items: number
  readonly teams: number
}

/** How an item appears in somebody's list. */
export interface ListedItem {
  readonly item: Item
  /** The place this user gave it; null when never sorted. */
  readonly position: number | null
  readonly grants: readonly Grant[]
}
export interface FoundItem extends ListedItem {
  /** The stretches of the name that sound like words it does not have. */
  readonly heardAs: readonly string[]
}
export interface Items {
  byDomain(domain: string): Promise<number | null>
  /** Items the user owns, is a member of, or reaches through a team; sorted ones first by position, then newest first. */
  ofUser(userId: number): Promise<readonly ListedItem[]>
  /** Those of them whose name has all of these words, in small letters, or sounds like them; in the same order. */
  ofUserNamed(userId: number, words: readonly string[]): Promise<readonly FoundItem[]>
  /** Those of them that are in a group of this user, sorted by their positions within the group. */
  inGroup(userId: number, groupId: number): Promise<readonly ListedItem[]>
  /** Replaces the user's own order in a group; group 0 is "all items". Items that are not in the user's list, or not in the group, are left out. */
  setPositions(userId: number, groupId: number, positions: ReadonlyMap<number, number>): Promise<void>
  /** @throws DomainError domainTaken */
  insert(item: New<Item>): Promise<Item>
  /** @throws DomainError domainTaken */
  update(item: Item): Promise<void>
  /** Puts the item into the bin with everything in it: it is gone for everybody, and its domain is free. */
  recycle(id: number, byId: number, at: Date): Promise<void>
  /**
   * Takes the item out of the bin. It has its domain again unless another item has that by now.
   * @returns the item and the domain it had, '' for none; null when it does not lie in the bin
   */
  recover(id: number): Promise<{ readonly item: Item; readonly formerDomain: string } | null>
  /** Ids of what was put into the bin before that, the first one first. */
  recycledBefore(limit: Date, most: number): Promise<readonly number[]>
  /** Removes for good what was put into the bin before that. @returns false when it does not lie there so long */
  deleteRecycledBefore(id: number, limit: Date): Promise<boolean>
  /** Removes the item and everything in it for good. */
  delete(id: number): Promise<void>
  /** Waits for other changes of this item's tree and holds them off until the end of the transaction. */
  lock(id: number): Promise<void>
  /** Remembers on the account that the visit password of this generation was given; nothing for an item that is gone. */
  rememberPass(userId: number, itemId: number, generation: number): Promise<void>
}

export interface Members<ItemId = number> {
  /** In the order in which they came. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly Membership[]>
  /** Inserts, or replaces the role of this user on this item. */
  put(membership: New<Membership>): Promise<Membership>
  remove(itemId: number, userId: number): Promise<void>
}

export interface Catalogs<ItemId = number> {
  /** All catalogs of the item by order, then id. */
  readonly ofItem: (itemId: ItemId) => Promise<readonly Catalog[]>
  /** The item a catalog belongs to; null when there is no such catalog. */
  itemOf(catalogId: number): Promise<number | null>
  insert(catalog: New<Catalog>): Promise<Catalog>
  updateAll(catalogs: readonly Catalog[]): Promise<void>
  deleteAll(ids: readonly number[]): Promise<void>
}

export interface Pages<ItemId = number> {
  /** Live pages without their content, by order, then id. */
  readonly headsOf: (itemId: ItemId) => Promise<readonly PageHead[]>
  readonly countIn: (itemId: ItemId) => Promise<number>
  /** Live pages with content, by order, then id; all of the item, or those of the catalogs. */
  readonly ofItem: (itemId: ItemId, catalogIds?: readonly number[]) => Promise<readonly Page[]>
  /** Those of them that are live pages of the item, with content, in no order. */
  readonly byIds: (itemId: ItemId, ids: readonly number[]) => Promise<readonly Page[]>
  /** The live page of this title in this catalog, null being the root; of several the first. */
  readonly idOf: (itemId: ItemId, catalogId: number | null, title: string) => Promise<number | null>
  insert(page: New<Page>): Promise<Page>
  /** Ids that no page has or will get by itself, ascending, for pages whose texts name each other. */
  newIds(count: number): Promise<readonly number[]>
  /** @param pages those with an id of `newIds` in the order of their ids @returns their ids, in this order */
  insertAll(pages: Iterable<New<Page> & { readonly id?: number }>): Promise<readonly number[]>
  /**
   * Writes the page if the stored one still has the revision `basedOn`, lives, is in the same item, and nobody but the
   * author has it locked.
   * @param readAt where it lay when it was read; left out when a move in between may be undone by this
   * @returns false when somebody else saved, deleted, moved or locked it in between
   */
  update(page: Page, basedOn: number, readAt?: Pick<Page, 'catalogId' | 'order'>): Promise<boolean>
  /** Only pages of this item are touched. */
  setOrder(itemId: number, positions: ReadonlyMap<number, number>): Promise<void>
  moveAll(pageIds: readonly number[], to: { readonly itemId: number; readonly catalogId: number | null }): Promise<void>
  /** Puts the live pages of these catalogs into the recycle bin and ends their links and locks. @returns the pages' ids */
  recycleIn(catalogIds: readonly number[], byId: number, at: Date): Promise<readonly number[]>
  /**
   * Puts a live page into the recycle bin and ends its link for good, and its lock.
   * @returns false when it lies there already, or somebody else has it locked
   */
  recycle(pageId: number, byId: number, at: Date): Promise<boolean>
  /** The same for those of them that are live pages of the item, locked or not. @returns the pages' ids */
  recycleAll(itemId: number, pageIds: readonly number[], byId: number, at: Date): Promise<readonly number[]>
  /** What lies in the recycle bin of an item, newest first; `deletedByUsername` is '' when the account is gone. */
  readonly recycledIn: (itemId: ItemId) => Promise<ReadonlyArray<RecycledPage & { readonly deletedByUsername: string }>>
  /**
   * Takes the page out of the recycle bin of this item and puts it there.
   * @returns null when it does not lie in the bin
   */
  recover(itemId: number, pageId: number, to: Pick<Page, 'catalogId' | 'order'>): Promise<Page | null>
  /** Removes for good what was recycled before `limit`. @returns how many */
  purgeRecycledBefore(limit: Date): Promise<number>
}

/** `authorUsername` is '' when the account is gone. */
type Authored<T> = T & { readonly authorUsername: string }
export interface PageVersions<PageId = number> {
  /** Newest first, without the texts. */
  readonly headsOf: (pageId: PageId) => Promise<ReadonlyArray<Authored<Omit<PageVersion, 'content'>>>>
  /** Newest first, with so many bytes of texts in all: from the first that has no room on they are empty. */
  readonly newestTexts: (
    pageId: PageId,
    bytes: number,
  ) => Promise<ReadonlyArray<Authored<PageVersion> & { readonly isTextOmitted: boolean }>>
  /** Newest first. */
  readonly ofPage: (pageId: PageId) => Promise<ReadonlyArray<Authored<PageVersion>>>
  /** Null as well when the version is of another page. */
  readonly byId: (pageId: PageId, versionId: number) => Promise<Authored<PageVersion> | null>
  /** Adds the version and removes all of its page but the newest `count`, at least one. */
  keep(version: New<PageVersion>, count: number): Promise<void>
  /**
   * @param former only a version that has this comment gets the new one; null for any
   * @returns whether there was such a version
   */
  setComment(pageId: number, versionId: number, comment: string, former: string | null): Promise<boolean>
}

/** One item, perhaps only below some first-level catalogs. */
type ItemScope<ItemId> = { readonly itemId: ItemId; readonly topCatalogIds: readonly number[] | null }
/** Where to look: in one item, or in every item in the user's list. */
export type SearchScope<ItemId = number> = ItemScope<ItemId> | { readonly userId: number }
export interface PageHit {
  readonly pageId: number
  readonly itemId: number
  readonly itemName: string
  readonly title: string
  /** What people read in the page, which is its content where that is markdown. */
  readonly text: string
  readonly isTitleHit: boolean
  /** Stretches of a Chinese title, for the words that it sounds like in pinyin and does not have: `sjk` is 数据库. */
  readonly heardAs: readonly string[]
  readonly savedAt: Date
  /** Names of the catalogs it stands in, from the first level down. */
  readonly catalogPath: readonly string[]
}
export interface PageSearch<ItemId = number> {
  /**
   * Live pages that contain every word (any substring, without regard to case) in title or text, or whose title sounds like
   * words of two letters or more: in pinyin, in full or by first letters. Hits in the title first, then those by sound,
   * then the newest. Rights are part of the statement (threats P1).
   */
  readonly find: (words: readonly string[], scope: SearchScope<ItemId>, limit: number) => Promise<readonly PageHit[]>
  /** The ids of what `find` gives for one item, for a small part of what the texts of hits cost. */
  readonly idsIn: (words: readonly string[], scope: ItemScope<ItemId>, limit: number) => Promise<readonly number[]>
}

/** Site settings by section: 'site', 'plugin.<id>'. The reader's schema fills in defaults. */
export interface SettingsStore {
  /** Waits until nobody else changes the section, and holds it until the end of the transaction. */
  hold(section: string): Promise<void>
  /** The stored value; null when the section was never written. */
  read(section: string): Promise<unknown>
  write(section: string, value: unknown): Promise<void>
}

/** Records of plugins without tables of their own. A document goes away with the item, page or user it belongs to. */
export interface Documents {
  collection<T extends object>(name: string): Collection<T>
}
export interface Belonging {
  readonly itemId?: number | undefined
  readonly pageId?: number | undefined
  readonly userId?: number | undefined
}
export interface Document<T> {
  readonly id: number
  readonly key: string | null
  readonly itemId: number | null
  readonly pageId: number | null
  readonly userId: number | null
  readonly at: Date
  readonly data: T
}
export interface NewDocument<T> extends Belonging {
  readonly key?: string
  readonly at: Date
  readonly data: T
  /** Count against the text this person may keep (`TextBytes`); 0 when left out. */
  readonly bytes?: number
}
export interface DocumentFilter<T> extends Belonging {
  /** Compares fields of `data` for equality. */
  readonly where?: Partial<T>
}
export interface Collection<T extends object> {
  byId(id: number): Promise<Document<T> | null>
  byKey(key: string): Promise<Document<T> | null>
  /** With a key that exists already in the collection, replaces that document. */
  put(document: NewDocument<T>): Promise<Document<T>>
  /** The same for many at once; each has another key. */
  putAll(documents: readonly (NewDocument<T> & { readonly key: string })[]): Promise<void>
  update(id: number, change: Partial<T>): Promise<void>
  /** Newest first. `total` counts all that match, which takes the longer the more there are. */
  find(filter: DocumentFilter<T>, paging?: Paging): Promise<Slice<Document<T>>>
  /** The newest `count` of them; by user or without any filter this takes no longer when there are many. */
  newest(filter: DocumentFilter<T>, count: number): Promise<readonly Document<T>[]>
  count(filter: DocumentFilter<T>): Promise<number>
  bytesOf(userId: number): Promise<number>
  delete(id: number): Promise<void>
  /** Removes those under these keys; what is not there is no error. */
  deleteKeys(keys: readonly string[]): Promise<void>
  /** Removes all from before a moment whose `data` has these fields. */
  deleteBefore(moment: Date, where?: Partial<T>): Promise<void>
  /** Leaves every person the newest `count` of theirs. @returns what was removed */
  keepNewest(count: number): Promise<readonly Pick<Document<T>, 'id' | 'key'>[]>
}
