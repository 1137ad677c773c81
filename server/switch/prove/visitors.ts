import { can, resolveAccess } from '#core/access/access.ts'
import type { Item } from '#core/item/item.ts'
import { plainPassword } from '#core/item/visit-password.ts'
import { limits } from '#core/limits.ts'
import { digestOfKey } from '#core/page/link.ts'
import { numberColumn } from '../columns.ts'
import { itemsIn, type ShowdocItem } from '../items.ts'
import { hasLivePages, pageLinksIn, pageStateOf, type ShowdocPageLink } from '../pages.ts'
import { letsVisitorsIn } from '../plan/site.ts'
import type { ReasonCode, ReasonValues } from '../reasons.ts'
import { hasCome } from '../row-sums.ts'
import type { Proving } from './proving.ts'

/** What somebody without an account has of an item: its address, its visit password as well, or the link of a page. */
export type VisitorsWay = 'address' | 'password' | 'link'

export interface Sight {
  readonly reads: boolean
  /** When it ends by itself; missing where it does not. */
  readonly until?: string
}

/** What a visitor may read here and could not in ShowDoc, or the other way round. */
export interface VisitorDifference {
  readonly by: VisitorsWay
  readonly itemId: number
  readonly itemName: string
  /** Of a link. */
  readonly pageId?: number
  readonly there: Sight
  readonly here: Sight
  readonly isWider: boolean
  /** As that of a `Finding`. */
  readonly reason: string
  readonly values?: ReasonValues
}

export interface VisitorsReceipt {
  readonly items: number
  /** How many of these have a visit password. */
  readonly passwords: number
  /** Of pages. */
  readonly links: number
  readonly differing: readonly VisitorDifference[]
}

/**
 * Compares what visitors without an account may read of every item with what they could read in ShowDoc, by the rules of
 * each product: without anything, with the visit password of ShowDoc, and with every link of a page.
 */
export async function comparedVisitors(proving: Proving): Promise<VisitorsReceipt> {
  const { showdoc } = proving
  const items = itemsIn(showdoc.database)
  const differing: VisitorDifference[] = []
  for (const item of items) differing.push(...(await ofItem(proving, item)))
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const now = proving.application.product.services.clock.now()
  let links = 0
  for (const link of pageLinksIn(showdoc.database)) {
    const page = pageStateOf(showdoc.database, link.pageId)
    const item = page && itemOf.get(page.itemId)
    if (!item) continue
    links += 1
    const until = endThere(link)
    const isOpenThere = !page.isDeleted && !page.isDraft && (until === null || until > now)
    const difference = await ofLink(proving, { link, item, isOpenThere, until, now })
    if (difference) differing.push(difference)
  }
  const passwords = items.filter(({ visitPassword }) => visitPassword !== '').length
  return { items: items.length, passwords, links, differing }
}

const READS: Sight = { reads: true }
const NOTHING: Sight = { reads: false }

/** As ShowDoc since this version of its tables, or an earlier one: its former versions gave pages of deleted items. Where the
 * version is not said, nothing is known of it. */
const SCHEMA_THAT_CLOSES = 32

async function ofItem(proving: Proving, item: ShowdocItem): Promise<readonly VisitorDifference[]> {
  const { database, look } = proving.showdoc
  const here = (await proving.application.product.database.access.ofItem(item.id, null))?.item
  const letsIn = letsVisitorsIn(database)
  const isOpenThere = item.visitPassword === '' && letsIn
  const isOfOpenVersion = look.schema !== null && look.schema < SCHEMA_THAT_CLOSES
  const isHole = item.isDeleted && isOfOpenVersion && hasLivePages(database, item.id)
  const address = {
    there: isOpenThere && (!item.isDeleted || isHole),
    here: here !== undefined && mayRead(here, false),
  }
  const hasPassed = here !== undefined && opens(proving, here, item.visitPassword)
  const password = { there: letsIn && !item.isDeleted, here: here !== undefined && mayRead(here, hasPassed) }
  const ways = [['address', address] as const, ...(item.visitPassword === '' ? [] : [['password', password] as const])]
  return ways
    .filter(([, reads]) => reads.there !== reads.here)
    .map(([by, reads]) => ({
      ...{ by, itemId: item.id, itemName: item.name },
      ...{ there: reads.there ? READS : NOTHING, here: reads.here ? READS : NOTHING },
      ...{ isWider: reads.here, reason: reads.here ? whyWider(proving, item, by) : whyNarrower(proving, item, here) },
    }))
}

const mayRead = (item: Item, hasPassed: boolean): boolean =>
  can(resolveAccess({ item, actor: { kind: 'visitor' }, grants: [], hasPassed }), 'read')

/** Whether this is its visit password, and one that can be entered. */
const opens = ({ application }: Proving, item: Item, password: string): boolean =>
  !item.isMembersOnly &&
  password.length <= limits.visitPasswordLength &&
  plainPassword(application.product.services, item) === password

function whyWider({ carried, showdoc }: Proving, { id }: ShowdocItem, by: VisitorsWay): ReasonCode {
  if (by === 'password' && !letsVisitorsIn(showdoc.database)) return 'gateOfPassword'
  return hasCome(carried.arrangement.records.get('item')?.get(id)) ? 'openerThanThere' : 'visitorWider'
}

function whyNarrower({ closed }: Proving, item: ShowdocItem, here: Item | undefined): ReasonCode {
  if (item.isDeleted) return 'deletedClosed'
  if (here === undefined) return closed.has(item.id) ? 'inBinHere' : 'removedSince'
  return item.visitPassword.length > limits.visitPasswordLength ? 'visitPasswordLong' : 'closerThanThere'
}

interface LinkThere {
  readonly link: ShowdocPageLink
  /** Of its page. */
  readonly item: ShowdocItem
  /** Also one of a deleted item, which ShowDoc does not ask about. */
  readonly isOpenThere: boolean
  /** When ShowDoc ends it. */
  readonly until: Date | null
  readonly now: Date
}

async function ofLink(
  proving: Proving,
  { link, item, isOpenThere, until, now }: LinkThere,
): Promise<VisitorDifference | null> {
  const { services, database } = proving.application.product
  const isKnown = (await database.pageLinks.pageOf(digestOfKey(services, link.key), now)) === link.pageId
  const page = isKnown ? await database.access.ofPage(link.pageId, null) : null
  const isOpenHere = page?.page.deletion === null
  const endHere = page?.linkEndsAt ?? null
  if (isOpenHere === isOpenThere && (!isOpenHere || Number(endHere) === Number(until))) return null
  const isLonger = until !== null && (endHere === null || endHere > until)
  return {
    ...{ by: 'link', itemId: item.id, itemName: item.name, pageId: link.pageId },
    ...{ there: sightUntil(isOpenThere, until), here: sightUntil(isOpenHere, endHere) },
    isWider: isOpenHere && (!isOpenThere || isLonger),
    ...whyOfLink(proving, { link, item, isOpenThere, isOpenHere }),
  }
}

/** What is no time ends a link when the number at its start does, and 0 never does. */
function endThere({ until, unreadEnd }: ShowdocPageLink): Date | null {
  if (unreadEnd === null) return until
  const seconds = numberColumn.parse(unreadEnd)
  return seconds > 0 ? new Date(Math.min(seconds * 1_000, LATEST)) : null
}

/** No `Date` is later. */
const LATEST = 8.64e15

const sightUntil = (reads: boolean, until: Date | null): Sight =>
  reads && until !== null ? { reads, until: until.toISOString() } : { reads }

function whyOfLink(
  { carried, closed }: Proving,
  { link, item, isOpenThere, isOpenHere }: Omit<LinkThere, 'now' | 'until'> & { readonly isOpenHere: boolean },
): Pick<VisitorDifference, 'reason' | 'values'> {
  if (isOpenHere) return { reason: isOpenThere ? 'linkEndsOtherwise' : 'linkWider' }
  if (item.isDeleted) return { reason: 'linkOfDeletedClosed' }
  if (closed.has(item.id)) return { reason: 'itemInBinHere' }
  const told = carried.plan.findings.left.find(({ table, id }) => table === 'single_page' && id === link.id)
  return told ? { reason: told.reason, ...(told.values && { values: told.values }) } : { reason: 'removedSince' }
}
