import { describe, expect, it } from 'vitest'
import type { Program } from '../actor.ts'
import type { Context, FollowerContext, HandlerContext } from '../context.ts'
import type { Item } from '../item/item.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import type { Page } from '../page/page.ts'
import type { RawRoute } from '../plugin.ts'
import type { Store } from '../ports/store.ts'
import { allowedReadings, pagesReadableBy, requireLogin } from './doors.ts'
import { menuKeyOf, type OpenItem, type OpenPage } from './opened.ts'
import type { OpenTeam } from './team-doors.ts'

/** What the types refuse is refused when this file is checked: an expected error that is none would be one. */
interface Given {
  readonly ctx: Context
  readonly item: Item
  readonly page: Page
  readonly opened: OpenItem
  readonly openPage: OpenPage
  readonly openTeam: OpenTeam
}

const byAnyId = ({ ctx: { store }, item, page }: Given) => [
  // @ts-expect-error a number is no opened item
  store.pages.ofItem(7),
  // @ts-expect-error nor is the id of an item that came by an event
  store.pages.headsOf(item.id),
  // @ts-expect-error nor the item that a page names, which may be opened for that page only
  store.catalogs.ofItem(page.itemId),
  // @ts-expect-error
  store.pages.recycledIn(item.id),
  // @ts-expect-error
  store.pages.idOf(item.id, null, 'title'),
  // @ts-expect-error
  store.members.ofItem(item.id),
  // @ts-expect-error
  store.changes.ofItem(item.id, { page: 1, count: 1 }, 1),
  // @ts-expect-error
  store.locks.ofItem(item.id),
  // @ts-expect-error
  store.search.find(['word'], { itemId: item.id, topCatalogIds: null }, 1),
  // @ts-expect-error
  store.versions.ofPage(page.id),
  // @ts-expect-error
  store.versions.byId(page.id, 1),
  // @ts-expect-error
  store.attachments.ofPage(page.id),
  // @ts-expect-error who waits for a page is told to its readers
  store.locks.requests(page.id),
  // @ts-expect-error
  store.locks.idleMs(page.id),
  // @ts-expect-error nor is a link found without its key
  store.pageLinks.of(page.id),
  // @ts-expect-error
  store.pageLinks.pageOf('digest', new Date(0)),
]

const ofSomebodyElse = ({ ctx: { store, services }, item, opened }: Given) => [
  // @ts-expect-error a number is no account whose list the caller may see
  store.items.ofUser(item.ownerId),
  // @ts-expect-error
  store.items.ofUserNamed(7, ['word']),
  // @ts-expect-error
  store.items.inGroup(7, 1),
  // @ts-expect-error
  store.itemGroups.ofUser(item.ownerId),
  // @ts-expect-error nor one whose pages the caller may search
  store.search.find(['word'], { userId: item.ownerId }, 1),
  // @ts-expect-error nor one whose drafts the caller may read
  store.drafts.byId(7, 'draft'),
  // @ts-expect-error
  store.drafts.ofPage(7, 1, 1),
  // @ts-expect-error what is restored is read, too
  store.pages.recover(item.id, 1, { catalogId: null, order: 1 }),
  // @ts-expect-error
  store.items.recover(item.id),
  // @ts-expect-error the menu of an item is cached for those who may see it
  services.menus.find(`${opened.item.id}:all`),
]

const ofTeamsAndFiles = ({ ctx: { store }, item }: Given) => [
  // @ts-expect-error a number is no opened team
  store.teams.itemsOf(7),
  // @ts-expect-error nor is the id of an item that came by an event
  store.teams.teamsOn(item.id),
  // @ts-expect-error
  store.teams.membersOf(7),
  // @ts-expect-error
  store.teams.grantsOn(7, 1),
  // @ts-expect-error
  store.teams.grantsOnItem(item.id),
  // @ts-expect-error
  store.teams.managedThrough(7),
  // @ts-expect-error nor an account whose teams the caller may list
  store.teams.ofUser(item.ownerId),
  // @ts-expect-error names of teams are for site administrators
  store.teams.search('', { page: 1, count: 1 }),
  // @ts-expect-error
  store.teams.named([7]),
  // @ts-expect-error
  store.teams.byId(7),
  // @ts-expect-error what belongs to a team is found through that team, once it is opened
  store.teams.memberById(7),
  // @ts-expect-error
  store.teams.bindingById(7),
  // @ts-expect-error
  store.teams.grantById(7),
  // @ts-expect-error a file is found by its doors
  store.attachments.byId(7),
  // @ts-expect-error
  store.attachments.byToken('token'),
  // @ts-expect-error
  store.attachments.search({ ownerId: null, ownerName: '', displayName: '', kind: 'all' }, { page: 1, count: 1 }),
  // @ts-expect-error
  store.attachments.above(0, 1),
  // @ts-expect-error
  store.attachments.elsewhere('local', { after: 0, most: 1 }),
  // @ts-expect-error
  store.attachments.holdPagesOf(7),
  // @ts-expect-error nor are its copies found by any id
  store.attachments.copiesOf(7, new Date(0)),
  // @ts-expect-error storages have secrets
  store.attachments.formerStorages(),
  // @ts-expect-error names and sizes of items and people are for site administrators
  store.space.used('item', '', { page: 1, count: 1 }),
]

const onRecord = ({ ctx: { store } }: Given) => [
  // @ts-expect-error a task is shown to whoever started it
  store.tasks.byId(7),
  // @ts-expect-error
  store.tasks.list({ startedById: null, endedAfter: new Date(0), state: null }, { page: 1, count: 1 }),
  // @ts-expect-error what people did is for site administrators
  store.audit.find({}, { page: 1, count: 1 }),
  // @ts-expect-error
  store.failedJobs,
]

/** The titles of pages that somebody else may read, and whatever the tables of a site are copied and changed by. */
const ofTheSite = ({ ctx, item }: Given, { store }: HandlerContext) => [
  // @ts-expect-error
  pagesReadableBy(ctx, item.ownerId, [1]),
  // @ts-expect-error which of them may be read has no title
  (async () => (await allowedReadings(ctx, [{ pageId: 1, userId: 1 }]))[0]?.title)(),
  // @ts-expect-error
  store.carry,
  // @ts-expect-error
  store.copyTo,
  // @ts-expect-error
  store.migratePlugin,
  // @ts-expect-error
  store.transaction,
]

/** A program is made of a token that a door has compared. */
const byAnyActor = (itemId: number): readonly (Program | Awaited<ReturnType<NonNullable<RawRoute['actorOf']>>>)[] => [
  // @ts-expect-error
  { kind: 'token', itemId, scopes: ['read'], onBehalfOf: null },
  // @ts-expect-error a route acts as a program or as whoever came
  { kind: 'user', id: 1, isAdmin: true },
]

const byWhatDoorsDecideBy = ({ ctx, item, page }: Given, { store }: HandlerContext) => [
  // @ts-expect-error what doors decide by shows any page to anybody
  ctx.store.access.ofPage(page.id, null),
  // @ts-expect-error to handlers of plugins as well
  store.access.ofItem(item.id, null),
]

const byTheWrongKind = ({ ctx: { store }, opened, openPage }: Given) => [
  // @ts-expect-error a page is no item
  store.pages.ofItem(openPage.page.id),
  // @ts-expect-error and an item no page
  store.versions.ofPage(opened.item.id),
]

const byTheWiderStore = (ctx: Context, handled: HandlerContext): readonly Store[] => [
  // @ts-expect-error the store of an operation cannot pass for the one that is read by any id
  ctx.store,
  // @ts-expect-error nor can that of a plugin's handler
  handled.store,
]

const byOpenedIds = ({ ctx, ctx: { store, services }, opened, openPage, openTeam }: Given) => [
  store.pages.ofItem(opened.item.id),
  store.catalogs.ofItem(openPage.item.id),
  store.versions.ofPage(openPage.page.id),
  store.locks.requests(openPage.page.id),
  store.locks.idleMs(openPage.page.id),
  productStore(store).itemGroups.ofUser(requireLogin(ctx)),
  store.items.ofUser(requireLogin(ctx)),
  store.teams.ofUser(requireLogin(ctx)),
  store.teams.teamsOn(opened.item.id),
  store.teams.itemsOf(openTeam.team.id),
  pagesReadableBy(ctx, requireLogin(ctx), [1]),
  productStore(store).drafts.byId(requireLogin(ctx), 'draft'),
  wholeServices(services).menus.find(menuKeyOf(opened)),
]
const byFollowers = ({ store }: FollowerContext, item: Item) => [store.catalogs.ofItem(item.id)]

describe('what operations and plugins get of items and pages', () => {
  it('is read by the id of an opened item or page, and by no other id', () => {
    const kinds = [
      byAnyId,
      ofSomebodyElse,
      ofTeamsAndFiles,
      onRecord,
      ofTheSite,
      byAnyActor,
      byWhatDoorsDecideBy,
      byTheWrongKind,
      byTheWiderStore,
      byOpenedIds,
      byFollowers,
    ]

    expect(kinds.map((kind) => typeof kind)).toEqual(kinds.map(() => 'function'))
  })
})
