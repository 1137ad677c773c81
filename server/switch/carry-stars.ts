import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { MOST_STARS, starKey, starsIn, type Star } from '#core/start/star.ts'
import type { Collection } from '#core/ports/documents.ts'
import { pinnedItemsIn, starredItemsIn, type ShowdocStar } from './belongings.ts'
import type { ItemTexts } from './item-texts.ts'
import { STARRED } from './items.ts'
import type { ReasonCode } from './reasons.ts'
import { sumOfRow } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import type { Step } from './step.ts'

/** ShowDoc keeps items that people pinned apart from those they starred. Here both are stars, the pinned ones first. */
const TABLES = ['item_top', 'item_star'] as const
type Table = (typeof TABLES)[number]

interface CarryingStars {
  readonly rows: CarriedRows
  readonly step: Step
  /** Of the items that exist here. */
  readonly texts: ReadonlyMap<number, ItemTexts>
}

type FoundStar = ShowdocStar & { readonly table: Table; readonly isPinned: boolean }
type OwnedStar = FoundStar & { readonly userId: number; readonly itemId: number }

/**
 * Imports the items people starred or pinned, in their previous order. A star that was imported and then removed here
 * stays removed. @returns whether anything was written
 */
export async function carryStars({ rows, step, texts }: CarryingStars): Promise<boolean> {
  const { showdoc, arrangement, plan } = step
  const records = rows.records(arrangement.source.number)
  const known = new Map<Table, ReadonlyMap<number, string>>()
  for (const table of TABLES) known.set(table, await records.others(table))
  const stars = starsIn(rows)
  const due: OwnedStar[] = []
  const came = new Map(TABLES.map((table) => [table, new Map<number, string>()]))
  for (const star of owned(foundIn(showdoc.database), { step, texts })) {
    const sum = sumOfStar(star)
    const isHere = (await stars.byKey(keyOf(star))) !== null
    // SQLite reuses the id of a removed star for the next one.
    const hasCome = known.get(star.table)?.get(star.id) === sum
    if (hasCome && !isHere && !arrangement.inBin.has(star.itemId))
      plan.findings.leave(star.table, star.id, 'removedWithItemSince')
    if (isHere) tellOfPin(star, plan)
    if (hasCome) continue
    if (isHere) came.get(star.table)?.set(star.id, sum)
    else due.push(star)
  }
  for (const [userId, ofUser] of Map.groupBy(due, (star) => star.userId))
    for (const star of await added(stars, userId, { stars: ofUser, step })) {
      tellOfPin(star, plan)
      came.get(star.table)?.set(star.id, sumOfStar(star))
    }
  for (const [table, sums] of came) await records.noteOther(table, sums)
  return [...came.values()].some(({ size }) => size > 0)
}

/** Starred items first, because an item that is also pinned is one star. */
function foundIn(database: ShowdocDatabase): readonly FoundStar[] {
  const pinned = pinnedItemsIn(database)
  const pins = new Set(pinned.map(({ userId, itemId }) => `${userId} ${itemId}`))
  return [
    ...starredItemsIn(database).map((star) => ({
      ...{ ...star, table: 'item_star' as const, isPinned: pins.has(`${star.userId} ${star.itemId}`) },
    })),
    ...pinned.map((pin) => ({ ...pin, table: 'item_top' as const, isPinned: true })),
  ]
}

function tellOfPin({ table, id }: FoundStar, { findings }: Step['plan']): void {
  if (table === 'item_top') findings.change(table, id, 'pinnedAsStar')
}

const keyOf = ({ userId, itemId }: OwnedStar): string => starKey(userId, 'item', itemId)
const sumOfStar = ({ userId, itemId }: OwnedStar): string => sumOfRow([userId, itemId])

/** Those of accounts and items that exist here, without duplicates; the others are reported. */
function owned(
  stars: readonly FoundStar[],
  { step: { plan }, texts }: Omit<CarryingStars, 'rows'>,
): readonly OwnedStar[] {
  const kept = new Map<string, OwnedStar>()
  for (const { userId, itemId, ...star } of stars) {
    const key = `${userId} ${itemId}`
    const same = kept.get(key)
    if (userId === null || !plan.userIds.has(userId)) plan.findings.leave(star.table, star.id, 'accountGone')
    else if (itemId === null || !texts.has(itemId)) plan.findings.leave(star.table, star.id, 'itemGone')
    else if (same) plan.findings.leave(star.table, star.id, alreadyOf(star, same))
    else kept.set(key, { ...star, userId, itemId })
  }
  return [...kept.values()]
}

const alreadyOf = ({ table }: Pick<FoundStar, 'table'>, same: OwnedStar): ReasonCode =>
  table === 'item_star' ? 'starredAlready' : same.table === 'item_star' ? 'pinnedAndStarred' : 'pinnedAlready'

/** @returns those for which there was room */
async function added(
  collection: Collection<Star>,
  userId: number,
  { stars, step: { plan } }: { readonly stars: readonly OwnedStar[]; readonly step: Step },
): Promise<readonly OwnedStar[]> {
  const places = plan.orders.find((order) => order.userId === userId && order.groupId === STARRED)?.places
  // ShowDoc shows unsorted ones by their ids.
  const placeOf = ({ itemId }: OwnedStar): number => places?.get(itemId) ?? itemId
  const sorted = stars.toSorted(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || a.order - b.order || placeOf(a) - placeOf(b),
  )
  const room = Math.max(MOST_STARS - (await collection.count({ userId })), 0)
  for (const { table, id } of sorted.slice(room)) plan.findings.leave(table, id, 'starsFull', { most: MOST_STARS })
  const some = sorted.slice(0, room)
  const times = fallingTimes(some.map(({ at }) => at ?? plan.now))
  await collection.putAll(
    some.map((star, index) => ({
      ...{ key: keyOf(star), userId, itemId: star.itemId, at: times[index] ?? plan.now, data: { kind: 'item' } },
    })),
  )
  return some
}

/** The same times in descending order and without duplicates: here stars are sorted only by their times. */
function fallingTimes(times: readonly Date[]): readonly Date[] {
  const falling: number[] = []
  for (const time of times.map((each) => each.getTime()).toSorted((a, b) => b - a))
    falling.push(Math.min(time, (falling.at(-1) ?? Infinity) - 1))
  return falling.map((time) => new Date(time))
}
