import type { Attachment } from '../attachment/attachment.ts'
import type { FollowerContext } from '../context.ts'
import type { CoreEvents, EventName, Fact } from '../events.ts'
import type { Follower } from '../handlers.ts'
import { isPrivate, type Item } from '../item/item.ts'
import { limits } from '../limits.ts'
import type { Page } from '../page/page.ts'
import type { New } from '../new.ts'
import type { ChangeDetails, ChangeDraft, ChangeEntry, ItemAspect } from './entry.ts'
import { condensed } from './condense.ts'
import { catalogNameIn, placeIn, roleDetails, usernameOf } from './names.ts'

type Told = readonly ChangeDraft[]
/** Null when a fact does not change an item. */
type Tellers = {
  readonly [N in keyof CoreEvents]: ((fact: CoreEvents[N], ctx: FollowerContext) => Told | Promise<Told>) | null
}

/** How the change log describes each event; related ones are grouped in `condense.ts`. */
const TELLERS: Tellers = {
  'account.registered': null,
  'item.added': ({ item, isCopy }) => [{ ...about(item), action: isCopy ? 'copy' : 'create' }],
  'item.updated': ({ item, before }) => settingsTold(item, before),
  // The log is deleted with the item.
  'item.deleted': null,
  'item.recovered': null,
  'item.purged': null,
  'item.imported': ({ item, pages, catalogs }) => [{ ...about(item), action: 'import', details: { pages, catalogs } }],
  'item.importUndone': ({ item, pages }) => [{ ...about(item), action: 'undoImport', details: { pages } }],
  'item.archived': ({ item }) => [{ ...about(item), action: 'archive' }],
  'item.transferred': async ({ item }, ctx) => [
    { ...about(item), action: 'transfer', details: { person: await usernameOf(ctx, item.ownerId) } },
  ],

  'catalog.added': ({ catalog, origin }) => {
    const object = {
      itemId: catalog.itemId,
      object: 'catalog',
      objectId: catalog.id,
      objectName: catalog.name,
    } as const
    if (origin === 'moved') return [{ ...object, action: 'move', details: { isAcross: true } }]
    return [{ ...object, action: origin === 'copied' ? 'copy' : 'create' }]
  },
  async 'catalog.updated'({ catalog, before }, ctx) {
    const { itemId, id: objectId, name: objectName, parentId } = catalog
    const object = { itemId, object: 'catalog', objectId, objectName } as const
    const renamed = catalog.name === before.name ? {} : { oldName: before.name }
    if (parentId !== before.parentId)
      return [{ ...object, action: 'move', details: { ...renamed, ...(await placeIn(ctx, itemId, parentId)) } }]
    if (renamed.oldName !== undefined) return [{ ...object, action: 'update', details: renamed }]
    return catalog.order === before.order ? [] : [await sorted(ctx, itemId, parentId)]
  },
  'catalog.deleted': ({ catalog, below, pageIds, isMovedAway }) => [
    {
      itemId: catalog.itemId,
      action: isMovedAway ? 'move' : 'delete',
      object: 'catalog',
      objectId: catalog.id,
      objectName: catalog.name,
      details: { catalogs: below.length, pages: pageIds.length, ...(isMovedAway && { isAcross: true }) },
    },
  ],

  async 'page.saved'({ page, before, isRestored }, ctx) {
    const { itemId, id: objectId, title: objectName, catalogId } = page
    const object = { itemId, object: 'page', objectId, objectName } as const
    if (before === null) return [{ ...object, action: 'create' }]
    const renamed = page.title === before.title ? {} : { oldName: before.title }
    if (isRestored) return [{ ...object, action: 'restore', details: renamed }]
    if (catalogId !== before.catalogId)
      return [{ ...object, action: 'move', details: { ...renamed, ...(await placeIn(ctx, itemId, catalogId)) } }]
    if (renamed.oldName !== undefined) return [{ ...object, action: 'update', details: renamed }]
    return [{ ...object, action: 'update', isRepeated: true }]
  },
  // Notifies people without changing the page.
  'page.notified': null,
  'page.moved': async ({ page }, ctx) => [
    { ...aboutPage(page), action: 'move', details: await placeIn(ctx, page.itemId, page.catalogId) },
  ],
  'page.commented': null,
  'page.sorted': ({ itemId, catalogIds }, ctx) => Promise.all(catalogIds.map((id) => sorted(ctx, itemId, id))),
  'page.versionNoted': ({ page }) => [{ ...aboutPage(page), action: 'comment', isRepeated: true }],
  'page.shared': ({ page }) => [{ ...aboutPage(page), action: 'share' }],
  'page.unshared': ({ page }) => [{ ...aboutPage(page), action: 'unshare' }],
  'page.lockBroken': async ({ page, formerHolderId }, ctx) => [
    { ...aboutPage(page), action: 'breakLock', details: { person: await usernameOf(ctx, formerHolderId) } },
  ],
  'page.deleted': ({ page }) => [{ ...aboutPage(page), action: 'delete' }],
  'page.recovered': ({ page }) => [{ ...aboutPage(page), action: 'recover' }],

  'attachment.added': ({ attachment, page }) =>
    page === null ? [] : [{ ...aboutFile(attachment, page), action: 'create', details: { pageTitle: page.title } }],
  'attachment.removed': ({ attachment, page }) => [
    { ...aboutFile(attachment, page), action: 'delete', details: { pageTitle: page.title } },
  ],
  'attachment.deleted': null,

  'member.added': async ({ membership }, ctx) => [
    { ...(await aboutMember(ctx, membership)), action: 'create', details: await roleDetails(ctx, membership) },
  ],
  async 'member.updated'({ membership, before }, ctx) {
    const { role, catalogId } = membership
    if (role === before.role && catalogId === before.catalogId) return []
    const details = { ...(await roleDetails(ctx, membership)), ...(role !== before.role && { oldRole: before.role }) }
    return [{ ...(await aboutMember(ctx, membership)), action: 'update', details }]
  },
  'member.removed': async ({ membership, actorId }, ctx) => [
    { ...(await aboutMember(ctx, membership)), action: membership.userId === actorId ? 'leave' : 'delete' },
  ],

  'team.added': null,
  'team.updated': null,
  'team.transferred': null,
  'team.deleted': ({ team, items }) => items.map(({ itemId }) => ({ ...aboutTeam(itemId, team), action: 'delete' })),
  // A new team member gets access to every item bound to the team.
  'teamMember.added': ({ team, members, items }, ctx) => toldInItems(ctx, { team, members, items }, 'join'),
  'teamMember.updated': null,
  'teamMember.removed': ({ team, member, items }, ctx) => toldInItems(ctx, { team, members: [member], items }, 'leave'),
  'teamItem.bound': ({ team, binding }) => [{ ...aboutTeam(binding.itemId, team), action: 'bind' }],
  'teamItem.unbound': ({ team, binding }) => [{ ...aboutTeam(binding.itemId, team), action: 'unbind' }],
  'teamGrant.added': async ({ team, grant }, ctx) => [
    { ...aboutTeam(grant.itemId, team), action: 'join', details: { person: await usernameOf(ctx, grant.userId) } },
  ],
  async 'teamGrant.updated'({ team, before, grant, actorId }, ctx) {
    if (grant === null) {
      const action = before.userId === actorId ? 'leave' : 'delete'
      return [{ ...(await aboutMember(ctx, before)), action, details: { teamName: team.name } }]
    }
    if (grant.role === before.role && grant.catalogId === before.catalogId) return []
    const person = await usernameOf(ctx, grant.userId)
    const details = { person, ...(await roleDetails(ctx, grant)) }
    return [{ ...aboutTeam(grant.itemId, team), action: 'update', details }]
  },

  'plugin.changedItem': ({ change }) => [change],
}

const about = ({ id, name }: Item) => ({ itemId: id, object: 'item', objectId: id, objectName: name }) as const
const aboutPage = ({ itemId, id, title }: Pick<Page, 'itemId' | 'id' | 'title'>) =>
  ({ itemId, object: 'page', objectId: id, objectName: title }) as const
const aboutFile = ({ id, displayName }: Attachment, { itemId }: Page) =>
  ({ itemId, object: 'attachment', objectId: id, objectName: displayName }) as const
const aboutTeam = (itemId: number, { id, name }: { readonly id: number; readonly name: string }) =>
  ({ itemId, object: 'team', objectId: id, objectName: name }) as const
const aboutMember = async (
  ctx: FollowerContext,
  { itemId, userId }: { readonly itemId: number; readonly userId: number },
) => ({ itemId, object: 'member', objectId: userId, objectName: await usernameOf(ctx, userId) }) as const

function settingsTold(item: Item, before: Item): Told {
  const aspects: ItemAspect[] = []
  if (item.name !== before.name) aspects.push('name')
  if (item.description !== before.description) aspects.push('description')
  if (item.domain !== before.domain) aspects.push('domain')
  if (item.isMembersOnly && !before.isMembersOnly) aspects.push('madeMembersOnly')
  else if (isPrivate(item) !== isPrivate(before)) aspects.push(isPrivate(item) ? 'madePrivate' : 'madeOpen')
  else if (item.visitGeneration !== before.visitGeneration) aspects.push('visitPassword')
  if (aspects.length === 0) return []
  const details: ChangeDetails = { aspects, ...(item.name !== before.name && { oldName: before.name }) }
  return [{ ...about(item), action: 'update', details }]
}

async function sorted(ctx: FollowerContext, itemId: number, catalogId: number | null): Promise<ChangeDraft> {
  const order = { itemId, action: 'sort', isRepeated: true } as const
  if (catalogId === null) return { ...order, object: 'item', objectId: itemId, objectName: '' }
  const objectName = await catalogNameIn(ctx, itemId, catalogId)
  return { ...order, object: 'catalog', objectId: catalogId, objectName }
}

/** Several people at once are one change per item, without names. */
async function toldInItems(
  ctx: FollowerContext,
  { team, members, items }: Omit<CoreEvents['teamMember.added'], 'actorId'>,
  action: 'join' | 'leave',
): Promise<Told> {
  const [first, ...others] = members
  const details = first && others.length === 0 ? { person: await usernameOf(ctx, first.userId) } : {}
  return items.map(({ itemId }) => ({ ...aboutTeam(itemId, team), action, details }))
}

/** Writes the facts of one operation to the change logs of the items concerned. */
export const recordChanges: Follower = async (ctx, facts) => {
  const drafts = await Promise.all(facts.map((fact) => told(fact, ctx)))
  const entries = condensed(drafts.flat()).map(({ actorId, draft }) =>
    entryOf(draft, actorId, ctx.services.clock.now()),
  )
  if (entries.length > 0) await ctx.store.changes.append(entries)
}

async function told<N extends EventName>(
  [name, fact]: Fact & readonly [N, unknown],
  ctx: FollowerContext,
): Promise<readonly { readonly actorId: number; readonly draft: ChangeDraft }[]> {
  const tellers: { readonly [K in EventName]?: ((fact: never, ctx: FollowerContext) => Told | Promise<Told>) | null } =
    TELLERS
  const drafts = (await tellers[name]?.(fact as never, ctx)) ?? []
  const actorId = 'actorId' in fact ? fact.actorId : 0
  return drafts.map((draft) => ({ actorId, draft }))
}

function entryOf({ details = {}, isRepeated, ...draft }: ChangeDraft, actorId: number, at: Date): New<ChangeEntry> {
  const stretch = isRepeated ? Math.floor(at.getTime() / limits.changeStretchMs) : null
  return { ...draft, details, actorId, at, stretch }
}
