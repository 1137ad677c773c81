import { NewGlobalParams } from '#core/item/global-params.ts'
import { newItem, domainOf, type Item, type ItemType } from '#core/item/item.ts'
import { liveFirst, type ShowdocItem } from '../items.ts'
import type { ReasonCode } from '../reasons.ts'
import type { Findings } from './findings.ts'

/** A planned item, with its visit password still as people type it. */
export interface PlannedItem {
  readonly item: Item
  /** Empty for an open item; null for one for members only. */
  readonly visitPassword: string | null
  /** Whether it is deleted in ShowDoc. */
  readonly isDeleted: boolean
}

const TYPES: ReadonlyMap<number, ItemType> = new Map([
  [1, 'regular'],
  [2, 'single'],
  [3, 'runapi'],
  [4, 'table'],
])
const WITHOUT_SCREEN: ReadonlyMap<number, ReasonCode> = new Map([
  [5, 'whiteboard'],
  [6, 'kanban'],
])

interface Surroundings {
  readonly userIds: ReadonlySet<number>
  /** Whether somebody decided here whose an item is. */
  isDecided(id: number): boolean
  /** The account that gets what belongs to nobody. */
  readonly heirId: number
  readonly now: Date
  /** Whether visitors can read an item without a visit password. */
  readonly isOpenToVisitors: boolean
  /** By item id. */
  readonly globalParams: ReadonlyMap<number, unknown>
  /** Item ids by the domains taken here, in lower case. */
  readonly domains: ReadonlyMap<string, number>
}

/** The planned items, deleted ones last. */
export function plannedItems(
  items: readonly ShowdocItem[],
  around: Surroundings,
  findings: Findings,
): readonly PlannedItem[] {
  const domains = new Map(around.domains)
  return liveFirst(items).map((item) => {
    const settings = { name: nameOf(item, findings), description: item.description }
    const domain = freeDomain(domains, item, findings)
    const type = typeOf(item, findings)
    const created = item.createdAt ?? around.now
    const made = newItem({ ...settings, domain }, type, ownerOf(item, around, findings), created)
    const updatedAt = item.updatedAt ?? created
    const visitPassword = visitPasswordOf(item, around, findings)
    const globalParams = paramsOf(item, around, made.globalParams, findings)
    const closed = { isArchived: item.isArchived, isMembersOnly: visitPassword === null }
    const { isDeleted } = item
    return { item: { ...made, id: item.id, ...closed, updatedAt, globalParams }, visitPassword, isDeleted }
  })
}

function paramsOf(
  { id }: ShowdocItem,
  { globalParams }: Surroundings,
  none: Item['globalParams'],
  findings: Findings,
): Item['globalParams'] {
  if (!globalParams.has(id)) return none
  const { success, data } = NewGlobalParams.safeParse(globalParams.get(id))
  if (!success) findings.change('item', id, 'paramsUnfit')
  return { query: data?.query ?? [], body: data?.body ?? [], header: data?.header ?? [] }
}

function nameOf({ id, name }: ShowdocItem, findings: Findings): string {
  if (name.trim() !== '') return name
  findings.change('item', id, 'itemWithoutName', { name: id })
  return String(id)
}

function visitPasswordOf(
  { id, visitPassword }: ShowdocItem,
  { isOpenToVisitors }: Surroundings,
  findings: Findings,
): string | null {
  if (visitPassword !== '' || isOpenToVisitors) return visitPassword
  findings.change('item', id, 'membersOnly')
  return null
}

function typeOf({ id, type }: ShowdocItem, findings: Findings): ItemType {
  const known = TYPES.get(type)
  if (known) return known
  const what = WITHOUT_SCREEN.get(type)
  if (what === undefined) findings.change('item', id, 'strangeType', { type })
  else findings.change('item', id, what)
  return 'regular'
}

function ownerOf(
  { id, ownerId }: ShowdocItem,
  { userIds, isDecided, heirId }: Surroundings,
  findings: Findings,
): number {
  if (ownerId !== null && (userIds.has(ownerId) || isDecided(id))) return ownerId
  findings.change('item', id, 'ownerGone', { account: heirId })
  return heirId
}

/** Empty for none. */
function freeDomain(taken: Map<string, number>, { id, domain }: ShowdocItem, findings: Findings): string {
  if (domain === '') return ''
  const isFree = isDomain(domain) && (taken.get(domain.toLowerCase()) ?? id) === id
  if (isFree) taken.set(domain.toLowerCase(), id)
  else findings.change('item', id, 'domainTaken', { domain })
  return isFree ? domain : ''
}

function isDomain(typed: string): boolean {
  try {
    return domainOf(typed) !== null
  } catch {
    return false
  }
}
