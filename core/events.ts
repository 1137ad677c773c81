import type { Attachment } from './attachment/attachment.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { ChangeDraft } from './change-log/entry.ts'
import type { Item } from './item/item.ts'
import type { Membership } from './member/membership.ts'
import type { Page, PageHead } from './page/page.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from './team/team.ts'

/** Facts the core announces. */
export interface CoreEvents {
  'account.registered': { readonly userId: number; readonly isAdmin: boolean }
  'item.added': { readonly item: Item; readonly isCopy: boolean; readonly actorId: number }
  'item.updated': { readonly item: Item; readonly before: Item; readonly actorId: number }
  /** The item is now in the recycle bin, and inaccessible to everybody. */
  'item.deleted': { readonly item: Item; readonly actorId: number }
  /** Restored from the recycle bin. */
  'item.recovered': { readonly item: Item; readonly actorId: number }
  /** Permanently, before its retention time is over. */
  'item.purged': { readonly item: Item; readonly actorId: number }
  /** Everything one file brought; pages that existed before are reported by `page.saved`. */
  'item.imported': {
    readonly item: Item
    readonly pages: number
    readonly catalogs: number
    readonly actorId: number
  }
  /** `pages` of the item are now in the recycle bin. */
  'item.importUndone': { readonly item: Item; readonly pages: number; readonly actorId: number }
  'item.archived': { readonly item: Item; readonly actorId: number }
  'item.transferred': { readonly item: Item; readonly before: Item; readonly actorId: number }
  /** Includes everything below it when it was copied or came from another item. */
  'catalog.added': {
    readonly catalog: Catalog
    readonly origin: 'new' | 'copied' | 'moved'
    readonly actorId: number
  }
  'catalog.updated': { readonly catalog: Catalog; readonly before: Catalog; readonly actorId: number }
  /** Includes the catalogs below it and their pages, which are now in the recycle bin or in another item. */
  'catalog.deleted': {
    readonly catalog: Catalog
    readonly below: readonly Catalog[]
    readonly pageIds: readonly number[]
    readonly isMovedAway: boolean
    readonly actorId: number
  }
  /** `before` is null for a new page. */
  'page.saved': {
    readonly page: Page
    readonly before: Page | null
    /** By restoring an earlier version. */
    readonly isRestored: boolean
    readonly actorId: number
  }
  /** The person saving a page wants its followers notified, even if the save changed nothing. The remark may be ''. */
  'page.notified': {
    readonly page: Page
    readonly isNew: boolean
    readonly remark: string
    readonly at: Date
    readonly actorId: number
  }
  /** The pages of these catalogs were reordered; null is the root of the item. */
  'page.sorted': { readonly itemId: number; readonly catalogIds: readonly (number | null)[]; readonly actorId: number }
  /** To another catalog of the same item, with nothing else changed. */
  'page.moved': { readonly page: PageHead; readonly before: PageHead; readonly actorId: number }
  'page.versionNoted': { readonly page: Page; readonly versionId: number; readonly actorId: number }
  /** A comment was added, or mentions more people; everybody who is notified may see it now. */
  'page.commented': {
    readonly page: Page
    readonly commentId: number
    readonly namedIds: readonly number[]
    /** Other people concerned: they take part in the thread, or saved the page last. */
    readonly partnerIds: readonly number[]
    readonly isAnswer: boolean
    readonly actorId: number
  }
  /** Anyone with its key may read it from now on. */
  'page.shared': { readonly page: Page; readonly actorId: number }
  'page.unshared': { readonly page: Page; readonly actorId: number }
  /** A manager took over the lock of somebody who was writing. */
  'page.lockBroken': { readonly page: Page; readonly formerHolderId: number; readonly actorId: number }
  'page.deleted': { readonly page: Page; readonly actorId: number }
  /** Restored from the recycle bin. */
  'page.recovered': { readonly page: Page; readonly actorId: number }
  /** `page` is what it was attached to; null for a personal file, and for an image that a text will refer to. */
  'attachment.added': { readonly attachment: Attachment; readonly page: Page | null; readonly actorId: number }
  /** Detached from a page. */
  'attachment.removed': { readonly attachment: Attachment; readonly page: Page; readonly actorId: number }
  'attachment.deleted': { readonly attachment: Attachment; readonly actorId: number }
  'member.added': { readonly membership: Membership; readonly actorId: number }
  'member.updated': { readonly membership: Membership; readonly before: Membership; readonly actorId: number }
  /** When somebody leaves by themselves, they are the actor. */
  'member.removed': { readonly membership: Membership; readonly actorId: number }
  'team.added': { readonly team: Team; readonly actorId: number }
  'team.updated': { readonly team: Team; readonly before: Team; readonly actorId: number }
  'team.transferred': { readonly team: Team; readonly before: Team; readonly actorId: number }
  /** `items` are those that were bound to the team. */
  'team.deleted': { readonly team: Team; readonly items: readonly TeamItem[]; readonly actorId: number }
  /** Members added in one step; `items` are those bound to the team, to which they now have access. */
  'teamMember.added': {
    readonly team: Team
    readonly members: readonly TeamMember[]
    readonly items: readonly TeamItem[]
    readonly actorId: number
  }
  'teamMember.updated': {
    readonly team: Team
    readonly member: TeamMember
    readonly before: TeamMember
    readonly actorId: number
  }
  'teamMember.removed': {
    readonly team: Team
    readonly member: TeamMember
    readonly items: readonly TeamItem[]
    readonly actorId: number
  }
  'teamItem.bound': { readonly team: Team; readonly binding: TeamItem; readonly actorId: number }
  'teamItem.unbound': { readonly team: Team; readonly binding: TeamItem; readonly actorId: number }
  /** The default right, granted again to a member who had left the item. */
  'teamGrant.added': { readonly team: Team; readonly grant: TeamGrant; readonly actorId: number }
  /** `grant` is null when the member's right in the item ended and the team membership stays. */
  'teamGrant.updated': {
    readonly team: Team
    readonly before: TeamGrant
    readonly grant: TeamGrant | null
    readonly actorId: number
  }
  /** A change of an item that only a plugin understands, in the form the change log shows. */
  'plugin.changedItem': { readonly change: ChangeDraft; readonly actorId: number }
}
/** All facts: plugins add their own by declaration merging. */
export interface Events extends CoreEvents {}
export type EventName = keyof Events
export type Emit = <N extends EventName>(name: N, fact: Events[N]) => void
/** What one operation emitted, in order. */
export type Fact = { [N in EventName]: readonly [N, Events[N]] }[EventName]
