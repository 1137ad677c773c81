import type { Catalog } from '#core/catalog/catalog.ts'
import type { Membership } from '#core/member/membership.ts'
import { KEY_LENGTH } from '#core/page/link.ts'
import { catalogsIn } from '../catalogs.ts'
import {
  globalParamsIn,
  itemKeysIn,
  itemOrdersIn,
  itemsIn,
  STARRED,
  type ShowdocItemKey,
  type ShowdocItemOrder,
} from '../items.ts'
import { inTurns } from '../in-turns.ts'
import { itemGroupsIn, type ShowdocItemGroup } from '../belongings.ts'
import { NOTHING_GONE, type GoneHere } from '../gone-here.ts'
import { itemsInDoubt, limitsOf, unreadableLimits, type RightTable } from '../limits.ts'
import { membersIn, teamRightsIn } from '../members.ts'
import { deletionsIn, historiesIn, pageHeadsIn, pageLinksIn } from '../pages.ts'
import type { ShowdocDeletion, ShowdocHistory, ShowdocPageLink } from '../pages.ts'
import { MOST_TOLD, type ShowdocDatabase } from '../showdoc-database.ts'
import { teamItemsIn, teamMembersIn, teamsIn } from '../teams.ts'
import { usersIn } from '../users.ts'
import { plannedCatalogs } from './catalogs.ts'
import type { ReasonCode, ReasonValues } from '../reasons.ts'
import { Findings } from './findings.ts'
import { plannedItems, type PlannedItem } from './items.ts'
import { plannedMembers } from './members.ts'
import { plannedTeams, type PlannedTeams } from './teams.ts'
import { plannedUsers, type PlannedUser, type TakenNames } from './users.ts'

/** Everything to import except texts, which are read item by item. */
export interface SitePlan {
  readonly users: readonly PlannedUser[]
  /** Without those that were deleted here. */
  readonly userIds: ReadonlySet<number>
  /** Ids of accounts here whose numbers are those of other people in ShowDoc now. */
  readonly others: ReadonlySet<number>
  /** The account that gets what belongs to nobody. */
  readonly heirId: number
  readonly items: readonly PlannedItem[]
  readonly catalogs: ReadonlyMap<number, readonly Catalog[]>
  readonly members: ReadonlyMap<number, readonly Membership[]>
  readonly keys: ReadonlyMap<number, ShowdocItemKey>
  /** By page, whether it is imported or not. */
  readonly links: ReadonlyMap<number, ShowdocPageLink>
  readonly deletions: ReadonlyMap<number, ShowdocDeletion>
  readonly versions: ReadonlyMap<number, ShowdocHistory>
  readonly teams: PlannedTeams
  readonly groups: readonly ShowdocItemGroup[]
  readonly orders: readonly ShowdocItemOrder[]
  readonly now: Date
  /** When this run began: what is deleted lies in the recycle bins from then on. */
  readonly binnedAt: Date
  /** Reading the texts adds more. */
  readonly findings: Findings
}

interface SiteSurroundings extends Pick<SitePlan, 'now' | 'binnedAt'> {
  readonly taken: TakenNames
  /** Whether its administrators become administrators here. */
  readonly canBeAdmins: boolean
  readonly others?: ReadonlySet<number>
  readonly gone?: GoneHere
}

const NOBODY: ReadonlySet<number> = new Set()

/** Whether a ShowDoc shows items to people who have not logged in. */
export const letsVisitorsIn = (database: ShowdocDatabase): boolean =>
  ['', '0'].includes(database.option('force_login') ?? '')

/**
 * Plans the import of a ShowDoc. The same database and times give the same plan.
 * @returns null when it has no account, to which everything else belongs
 */
export async function plannedSite(
  database: ShowdocDatabase,
  { now, binnedAt, taken, canBeAdmins, others = NOBODY, gone = NOTHING_GONE }: SiteSurroundings,
): Promise<SitePlan | null> {
  const findings = new Findings()
  const showdocUsers = usersIn(database).filter(({ id }) => !others.has(id))
  const present = showdocUsers.filter(({ id }) => !gone.accounts.has(id))
  const heir = present.find(({ isAdmin }) => isAdmin) ?? present[0]
  if (!heir) return null
  for (const id of others) findings.leave('user', id, 'numberOfAnother')
  const users = plannedUsers(showdocUsers, { now, taken, canBeAdmins }, findings)
  const userIds = new Set(users.map(({ user }) => user.id).filter((id) => !gone.accounts.has(id)))
  const isOpenToVisitors = letsVisitorsIn(database)
  const aroundItems = {
    userIds,
    heirId: heir.id,
    now,
    isOpenToVisitors,
    domains: taken.domains,
    isDecided: (id: number) => gone.isDecided('item', id),
    globalParams: globalParamsIn(database),
  }
  const items = plannedItems(itemsIn(database), aroundItems, findings)
  const ownerOf = new Map(items.map(({ item }) => [item.id, item.ownerId]))
  const catalogs = catalogsOfItems(database, ownerOf, findings)
  const catalogsOf = (itemId: number): readonly Catalog[] =>
    (catalogs.get(itemId) ?? []).filter(({ id }) => !gone.catalogs.has(id))
  const [members, teamRights] = [membersIn(database), teamRightsIn(database)]
  const limits = limitsOf(database, members, teamRights)
  const inDoubt = {
    item_member: itemsInDoubt(database, 'item_member', gone),
    team_item_member: itemsInDoubt(database, 'team_item_member', gone),
  }
  const isInDoubt = (table: RightTable, itemId: number): boolean => inDoubt[table](itemId)
  const isDecided = (id: number): boolean => gone.isDecided('team', id)
  const unreadable = unreadableLimits(database, limits)
  const around = { userIds, heirId: heir.id, ownerOf, catalogsOf, limits, isInDoubt, unreadable, now }
  const versions = await historiesIn(database)
  await leaveTexts(database, { ownerOf, versions }, findings)
  const groups = plannedGroups(itemGroupsIn(database), userIds, findings)
  const ofTeams = {
    ...{ teams: teamsIn(database), members: teamMembersIn(database) },
    ...{ items: teamItemsIn(database), rights: teamRights },
  }
  return {
    ...{ users, userIds, others, heirId: heir.id, items, catalogs, versions, now, binnedAt, findings },
    members: Map.groupBy(plannedMembers(members, around, findings), ({ itemId }) => itemId),
    teams: plannedTeams(
      ofTeams,
      { ...around, isDecided, ownerOf: new Map([...ownerOf].filter(([id]) => !gone.items.has(id))) },
      findings,
    ),
    keys: plannedKeys(itemKeysIn(database), ownerOf, findings),
    links: plannedLinks(pageLinksIn(database), now, findings),
    deletions: plannedDeletions(deletionsIn(database), findings),
    groups,
    orders: plannedOrders(itemOrdersIn(database), { userIds, groups }, findings),
  }
}

function catalogsOfItems(
  database: ShowdocDatabase,
  ownerOf: ReadonlyMap<number, number>,
  findings: Findings,
): ReadonlyMap<number, readonly Catalog[]> {
  const planned = new Map<number, readonly Catalog[]>()
  for (const [itemId, catalogs] of Map.groupBy(catalogsIn(database), (catalog) => catalog.itemId))
    if (ownerOf.has(itemId)) planned.set(itemId, plannedCatalogs(catalogs, findings))
    else for (const { id } of catalogs) findings.leave('catalog', id, 'itemStays')
  return planned
}

/** Reports pages and versions of items, and versions of pages, that are not imported. */
async function leaveTexts(
  database: ShowdocDatabase,
  { ownerOf, versions }: { readonly ownerOf: ReadonlyMap<number, number> } & Pick<SitePlan, 'versions'>,
  findings: Findings,
): Promise<void> {
  const pageIds = new Set<number>()
  const leaveVersions = (pageId: number, reason: ReasonCode): void => {
    for (const id of versions.get(pageId)?.ids ?? []) findings.leave('page_history', id, reason)
  }
  await inTurns(pageHeadsIn(database), ({ id, itemId }) => {
    pageIds.add(id)
    if (ownerOf.has(itemId)) return
    findings.leave('page', id, 'itemStays')
    leaveVersions(id, 'itemStays')
  })
  for (const pageId of versions.keys()) if (!pageIds.has(pageId)) leaveVersions(pageId, 'pageMissing')
}

/** The first one of several keys of an item, which is the one that ShowDoc shows. */
function plannedKeys(
  keys: readonly ShowdocItemKey[],
  ownerOf: ReadonlyMap<number, number>,
  findings: Findings,
): ReadonlyMap<number, ShowdocItemKey> {
  const planned = new Map<number, ShowdocItemKey>()
  const taken = new Set<string>()
  for (const key of keys) {
    const reason = !ownerOf.has(key.itemId)
      ? 'itemStays'
      : key.apiKey === '' || key.apiToken === ''
        ? 'keyEmpty'
        : taken.has(key.apiKey) || planned.has(key.itemId)
          ? 'keyTaken'
          : null
    if (reason !== null) findings.leave('item_token', key.id, reason)
    else planned.set(key.itemId, key)
    taken.add(key.apiKey)
  }
  return planned
}

/** Only keys that have not expired. The first counts, as the one that ShowDoc finds: of a page, and of equal ones. */
function plannedLinks(
  links: readonly ShowdocPageLink[],
  now: Date,
  findings: Findings,
): ReadonlyMap<number, ShowdocPageLink> {
  const planned = new Map<number, ShowdocPageLink>()
  const taken = new Set<string>()
  for (const link of links) {
    const reason =
      link.until !== null && link.until <= now
        ? link.unreadEnd === null
          ? 'linkEnded'
          : 'linkEndUnread'
        : link.key === '' || link.key.length > KEY_LENGTH
          ? 'linkKeyUnfit'
          : planned.has(link.pageId)
            ? 'earlierLink'
            : taken.has(link.key)
              ? 'linkKeyTaken'
              : null
    const values = valuesOfEnd(link)
    if (reason !== null) findings.leave('single_page', link.id, reason, values)
    else planned.set(link.pageId, link)
    taken.add(link.key)
  }
  return planned
}

function valuesOfEnd({ until, unreadEnd }: ShowdocPageLink): ReasonValues | undefined {
  if (unreadEnd !== null) return { value: unreadEnd.slice(0, MOST_TOLD) }
  return until === null ? undefined : { time: until.toISOString() }
}

/** The last one for each page. */
function plannedDeletions(
  deletions: readonly ShowdocDeletion[],
  findings: Findings,
): ReadonlyMap<number, ShowdocDeletion> {
  const planned = new Map<number, ShowdocDeletion>()
  for (const deletion of deletions) {
    const former = planned.get(deletion.pageId)
    if (former) findings.leave('recycle', former.id, 'deletedAgain')
    planned.set(deletion.pageId, deletion)
  }
  return planned
}

/** The last one of a person for a group, as far as its positions can be read. */
function plannedOrders(
  orders: readonly ShowdocItemOrder[],
  { userIds, groups }: Pick<SitePlan, 'userIds' | 'groups'>,
  findings: Findings,
): readonly ShowdocItemOrder[] {
  const planned: ShowdocItemOrder[] = []
  const taken = new Set<string>()
  const ownerOf = new Map(groups.map(({ id, userId }) => [id, userId]))
  for (const order of orders.toReversed()) {
    const place = `${order.userId} ${order.groupId}`
    const reason = !userIds.has(order.userId)
      ? 'accountGone'
      : order.groupId !== 0 && order.groupId !== STARRED && ownerOf.get(order.groupId) !== order.userId
        ? 'groupGone'
        : taken.has(place)
          ? 'laterOrder'
          : order.unfit === null
            ? 'orderUnreadable'
            : null
    taken.add(place)
    if (reason !== null) {
      findings.leave('item_sort', order.id, reason)
      continue
    }
    if (order.unfit !== 0) findings.change('item_sort', order.id, 'positionsUnfit', { count: order.unfit ?? 0 })
    planned.push(order)
  }
  return planned
}

function plannedGroups(
  groups: readonly ShowdocItemGroup[],
  userIds: ReadonlySet<number>,
  findings: Findings,
): readonly ShowdocItemGroup[] {
  return groups.filter(({ id, userId }) => {
    const isOwned = userIds.has(userId)
    if (!isOwned) findings.leave('item_group', id, 'accountGone')
    return isOwned
  })
}
