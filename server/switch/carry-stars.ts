import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { MOST_STARS, starKey, starsIn, type Star } from '#core/start/star.ts'
import type { Collection } from '#core/ports/store.ts'
import { starredItemsIn, type ShowdocStar } from './belongings.ts'
import type { ItemTexts } from './item-texts.ts'
import { STARRED } from './items.ts'
import { sumOfRow } from './row-sums.ts'
import type { Step } from './step.ts'

const TABLE = 'item_star'

interface CarryingStars {
  readonly rows: CarriedRows
  readonly step: Step
  /** Of the items that exist here. */
  readonly texts: ReadonlyMap<number, ItemTexts>
}

type OwnedStar = ShowdocStar & { readonly userId: number; readonly itemId: number }

/**
 * Imports the items people starred, in their previous order. A star that was imported and then removed here stays
 * removed. @returns whether anything was written
 */
export async function carryStars({ rows, step, texts }: CarryingStars): Promise<boolean> {
  const { showdoc, arrangement, plan } = step
  const records = rows.records(arrangement.source.number)
  const known = await records.others(TABLE)
  const stars = starsIn(rows)
  const due: OwnedStar[] = []
  const came = new Map<number, string>()
  for (const star of owned(starredItemsIn(showdoc.database), { step, texts })) {
    const sum = sumOfStar(star)
    const isHere = (await stars.byKey(keyOf(star))) !== null
    // SQLite reuses the id of a removed star for the next one.
    const hasCome = known.get(star.id) === sum
    if (hasCome && !isHere) plan.findings.leave(TABLE, star.id, 'it, or its item, was taken away here since it came')
    if (hasCome) continue
    if (isHere) came.set(star.id, sum)
    else due.push(star)
  }
  for (const [userId, ofUser] of Map.groupBy(due, (star) => star.userId))
    for (const star of await added(stars, userId, { stars: ofUser, step })) came.set(star.id, sumOfStar(star))
  await records.noteOther(TABLE, came)
  return came.size > 0
}

const keyOf = ({ userId, itemId }: OwnedStar): string => starKey(userId, 'item', itemId)
const sumOfStar = ({ userId, itemId }: OwnedStar): string => sumOfRow([userId, itemId])

/** Those of accounts and items that exist here, without duplicates; the others are reported. */
function owned(
  stars: readonly ShowdocStar[],
  { step: { plan }, texts }: Omit<CarryingStars, 'rows'>,
): readonly OwnedStar[] {
  const kept = new Map<string, OwnedStar>()
  for (const { userId, itemId, ...star } of stars) {
    const key = `${userId} ${itemId}`
    const reason =
      userId === null || !plan.userIds.has(userId)
        ? 'the account is gone'
        : itemId === null || !texts.has(itemId)
          ? 'its item is gone, or does not come along'
          : kept.has(key)
            ? 'this person has starred the item already'
            : null
    if (reason !== null || userId === null || itemId === null) plan.findings.leave(TABLE, star.id, reason ?? '')
    else kept.set(key, { ...star, userId, itemId })
  }
  return [...kept.values()]
}

/** @returns those for which there was room */
async function added(
  collection: Collection<Star>,
  userId: number,
  { stars, step: { plan } }: { readonly stars: readonly OwnedStar[]; readonly step: Step },
): Promise<readonly OwnedStar[]> {
  const places = plan.orders.find((order) => order.userId === userId && order.groupId === STARRED)?.places
  // ShowDoc shows unsorted ones by their ids.
  const placeOf = ({ itemId }: OwnedStar): number => places?.get(itemId) ?? itemId
  const sorted = stars.toSorted((a, b) => a.order - b.order || placeOf(a) - placeOf(b))
  const room = Math.max(MOST_STARS - (await collection.count({ userId })), 0)
  for (const { id } of sorted.slice(room))
    plan.findings.leave(TABLE, id, `this person has ${MOST_STARS} stars here, and nobody can have more`)
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
