import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Context } from '#core/context.ts'
import { itemKeyCarriers, itemKeyHolders, type CarriedItemKey, type ItemKeyHolder } from '#core/item/carried-key.ts'
import { itemKeysIn, type ShowdocItemKey } from './items.ts'
import { asThere, type KeyNotes, type NotedKey } from './key-notes.ts'
import { Findings } from './plan/findings.ts'
import type { ReasonCode } from './reasons.ts'
import { ENDED } from './row-sums.ts'
import { settledKeys, type Settling } from './settled-keys.ts'
import type { Step } from './step.ts'

type Surroundings = Pick<Context, 'store' | 'services'>
const TABLE = 'item_token'
const NONE: ReadonlyMap<number, string> = new Map()

interface HeldKey {
  readonly holder: ItemKeyHolder
  readonly key: CarriedItemKey
  /** As it is compared. */
  readonly text: string
}

async function heldKeys(ctx: Surroundings, itemId: number): Promise<readonly HeldKey[]> {
  const held: HeldKey[] = []
  for (const holder of ctx.services.extensions(itemKeyHolders))
    for (const key of await holder.keysOf(ctx, itemId)) held.push({ holder, key, text: asThere({ ...key, id: 0 }).key })
  return held
}

/** Whether the item has keys here and this is none of them. False where no plugin says which there are. */
export async function hasOnlyOtherKeys(ctx: Surroundings, key: CarriedItemKey): Promise<boolean> {
  const held = await heldKeys(ctx, key.itemId)
  return held.length > 0 && held.every(({ text }) => text !== asThere({ ...key, id: 0 }).key)
}

/**
 * Ends the keys of items that came and were reset or ended in ShowDoc since, and none that was made or reset here. What
 * an older version brought is only recognised where it is the same in both.
 * @returns what is noted of the keys now
 */
export async function endItemKeys(step: Step): Promise<KeyNotes> {
  const { showdoc, plan, arrangement } = step
  const notes = arrangement.keys.keys
  // A dump of some tables says nothing of the others.
  if (!showdoc.database.has(TABLE)) return notes
  const there = itemKeysIn(showdoc.database).map(asThere)
  const isOfRun = (itemId: number): boolean =>
    showdoc.only === null || plan.items.some(({ item }) => item.id === itemId)
  const rowsOfRun = new Set(Array.from(plan.keys.values(), ({ id }) => id))
  const gone = notes.endedOf(there).filter(({ id, ownerId }) => isOfRun(ownerId) || rowsOfRun.has(id))
  const reason = whyNotEnded(step)
  if (reason !== null) for (const { id, ownerId: item } of gone) plan.findings.keep(TABLE, id, reason, { item })
  const ended = reason === null ? gone : []
  // A row that cannot be read may still be there.
  const isWhole = showdoc.only === null && !showdoc.database.hasUnreadable(TABLE)
  if (isWhole) for (const id of notes.unknownOf(there)) plan.findings.keep(TABLE, id, 'keyOfOlderGone')
  const unknown = [...plan.keys.values()].filter((key) => notes.stateOf(asThere(key)) === 'unknown')
  const moved = reason === null ? notes.movedOf(there) : NONE
  if (ended.length + unknown.length + moved.size === 0) return notes
  return settledKeys(step, {
    ...{ table: TABLE, notes, moved },
    settle: (rows, settling) => settle(step, { rows, settling, ended, unknown }),
  })
}

/** Why keys are not ended although ShowDoc does not have them; null where they are. */
function whyNotEnded({ showdoc, application }: Step): ReasonCode | null {
  if (showdoc.database.hasUnreadable(TABLE)) return 'keysUnreadable'
  return application.product.services.extensions(itemKeyHolders).length === 0 ? 'noKeyPlugin' : null
}

interface UnsettledKeys {
  readonly rows: CarriedRows
  readonly settling: Settling
  readonly ended: readonly NotedKey[]
  /** Of older versions. */
  readonly unknown: readonly ShowdocItemKey[]
}

/** Ends the ones, and recognises the others. */
async function settle(
  { application, arrangement }: Pick<Step, 'application' | 'arrangement'>,
  { rows, settling: { noted, findings }, ended, unknown }: UnsettledKeys,
): Promise<void> {
  const notes = arrangement.keys.keys
  // An item in the bin has its key again as soon as somebody brings it back.
  const ctx = { store: rows.storeWithBin, services: application.product.services }
  // In this order others lock several items as well.
  const inOrder = ended.toSorted((a, b) => a.ownerId - b.ownerId)
  for (const { ownerId } of inOrder) await rows.store.items.lock(ownerId)
  for (const key of inOrder) {
    const item = key.ownerId
    const held = await heldKeys(ctx, item)
    const same = held.filter(({ text }) => notes.isSame(key, text))
    for (const each of same) await each.holder.end(ctx, each.key)
    if (same.length > 0) findings.change(TABLE, key.id, 'keyEndedThere', { item })
    else if (held.length > 0) findings.keep(TABLE, key.id, 'keyOfHereStays', { item })
    noted.set(key.id, ENDED)
  }
  for (const key of unknown) {
    const isHere = (await heldKeys(ctx, key.itemId)).some(({ text }) => text === asThere(key).key)
    if (isHere) noted.set(key.id, notes.noteOf('came', asThere(key)))
  }
}

/**
 * Compares the keys of items that came earlier with those here, and tells of those that are not here.
 * @param notes as they were before the items
 */
export async function tellItemKeys(
  { application: { product, carrying }, plan }: Pick<Step, 'application' | 'plan'>,
  itemIds: ReadonlySet<number>,
  notes: KeyNotes,
): Promise<void> {
  const { services } = product
  const hasPlugin = services.extensions(itemKeyCarriers).length > 0
  const reasonFor = async (store: Context['store'], key: ShowdocItemKey): Promise<ReasonCode | null> => {
    if (!hasPlugin) return 'noKeyPlugin'
    const state = notes.stateOf(asThere(key))
    if (state === 'taken') return 'keyTaken'
    if (state === 'own') return 'otherKeyHere'
    if (state === 'former') return 'keysUnreadable'
    if (state === 'new' || !(await hasOnlyOtherKeys({ store, services }, key))) return null
    return state === 'unknown' ? 'keyOfOlder' : 'keyResetHere'
  }
  const ofRun = [...plan.keys.values()].filter(({ itemId }) => itemIds.has(itemId))
  // An item in the bin has its key again as soon as somebody brings it back.
  const found = await carrying.carry(async ({ storeWithBin }) => {
    const told = new Findings()
    for (const key of ofRun) {
      const reason = await reasonFor(storeWithBin, key)
      if (reason !== null) told.leave(TABLE, key.id, reason, { item: key.itemId })
    }
    return told
  })
  plan.findings.addAll(found)
}
