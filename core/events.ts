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
  /** It lies in the bin, and is gone for everybody. */
  'item.deleted': { readonly item: Item; readonly actorId: number }
  /** Out of the bin. */
  'item.recovered': { readonly item: Item; readonly actorId: number }
  /** For good, before its time. */
  'item.purged': { readonly item: Item; readonly actorId: number }
  /** All that a file brought; pages that were there before are told of by `page.saved`. */
  'item.imported': {
    readonly item: Item
    readonly pages: number
    readonly catalogs: number
    readonly actorId: number
  }
  /** `pages` of it are in the recycle bin now. */
  'item.importUndone': { readonly item: Item; readonly pages: number; readonly actorId: number }
  'item.archived': { readonly item: Item; readonly actorId: number }
  'item.transferred': { readonly item: Item; readonly before: Item; readonly actorId: number }
  /** With all that lies below it, when it was copied or came from another item. */
  'catalog.added': {
    readonly catalog: Catalog
    readonly origin: 'new' | 'copied' | 'moved'
    readonly actorId: number
  }
  'catalog.updated': { readonly catalog: Catalog; readonly before: Catalog; readonly actorId: number }
  /** With those below it and the pages in them, which are in the recycle bin now, or went to another item. */
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
    /** By going back to a former version. */
    readonly isRestored: boolean
    readonly actorId: number
  }
  /** Who saved a page wants its followers told, even when the save changed nothing. The remark may be ''. */
  'page.notified': {
    readonly page: Page
    readonly isNew: boolean
    readonly remark: string
    readonly at: Date
    readonly actorId: number
  }
  /** Pages of these catalogs were put into another order; null is the root of the item. */
  'page.sorted': { readonly itemId: number; readonly catalogIds: readonly (number | null)[]; readonly actorId: number }
  /** Into another catalog of its item, with nothing else of it changed. */
  'page.moved': { readonly page: PageHead; readonly before: PageHead; readonly actorId: number }
  'page.versionNoted': { readonly page: Page; readonly versionId: number; readonly actorId: number }
  /** Somebody said something of it, or named more people; those who are told may see it now. */
  'page.commented': {
    readonly page: Page
    readonly commentId: number
    readonly namedIds: readonly number[]
    /** Others whom it concerns: they take part in the thread, or saved the page last. */
    readonly partnerIds: readonly number[]
    readonly isAnswer: boolean
    readonly actorId: number
  }
  /** Whoever has its key may read it from now on. */
  'page.shared': { readonly page: Page; readonly actorId: number }
  'page.unshared': { readonly page: Page; readonly actorId: number }
  /** A manager took the lock of somebody who was writing. */
  'page.lockBroken': { readonly page: Page; readonly formerHolderId: number; readonly actorId: number }
  'page.deleted': { readonly page: Page; readonly actorId: number }
  /** Back from the recycle bin. */
  'page.recovered': { readonly page: Page; readonly actorId: number }
  /** `page` is what it was attached to; null for a file of somebody's own, and for an image a text is to name. */
  'attachment.added': { readonly attachment: Attachment; readonly page: Page | null; readonly actorId: number }
  /** Taken off a page. */
  'attachment.removed': { readonly attachment: Attachment; readonly page: Page; readonly actorId: number }
  'attachment.deleted': { readonly attachment: Attachment; readonly actorId: number }
  'member.added': { readonly membership: Membership; readonly actorId: number }
  'member.updated': { readonly membership: Membership; readonly before: Membership; readonly actorId: number }
  /** Whoever leaves is the actor. */
  'member.removed': { readonly membership: Membership; readonly actorId: number }
  'team.added': { readonly team: Team; readonly actorId: number }
  'team.updated': { readonly team: Team; readonly before: Team; readonly actorId: number }
  'team.transferred': { readonly team: Team; readonly before: Team; readonly actorId: number }
  /** `items` are those that were bound to it. */
  'team.deleted': { readonly team: Team; readonly items: readonly TeamItem[]; readonly actorId: number }
  /** Those who came in by one act; `items` are those bound to the team, into which they come. */
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
  /** The right everybody begins with, given again to a member who left the item. */
  'teamGrant.added': { readonly team: Team; readonly grant: TeamGrant; readonly actorId: number }
  /** `grant` is null when the member's right in the item ended and the team membership stays. */
  'teamGrant.updated': {
    readonly team: Team
    readonly before: TeamGrant
    readonly grant: TeamGrant | null
    readonly actorId: number
  }
  /** A change of an item that only a plugin knows of, as the change log tells it. */
  'plugin.changedItem': { readonly change: ChangeDraft; readonly actorId: number }
}
/** All facts there are: plugins add their own by declaration merging. */
export interface Events extends CoreEvents {}
export type EventName = keyof Events
export type Emit = <N extends EventName>(name: N, fact: Events[N]) => void
/** What one operation announced, in that order. */
export type Fact = { [N in EventName]: readonly [N, Events[N]] }[EventName]
