import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { CarriedRows, ItemAccess } from '#adapters/database/carried-rows.ts'
import type { Services } from '#core/context.ts'
import { VISIBILITIES, visibilityOf } from '#core/item/item.ts'
import { plainPassword } from '#core/item/visit-password.ts'
import { sealedPlan } from './planned-password.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import type { ReasonCode } from './reasons.ts'
import { hasCome, seenOfItem, sumOfRow } from './row-sums.ts'

/** The kind of the records of whose an item was, and who could read it, when that was written last. */
const NOTED = 'item_access'

/** As it is here, and what is noted of it. */
export interface KnownAccess {
  readonly here: ReadonlyMap<number, ItemAccess>
  readonly noted: ReadonlyMap<number, string>
}

export const knownAccess = async (
  rows: CarriedRows,
  source: number,
  itemIds: readonly number[],
): Promise<KnownAccess> => ({
  here: await rows.accessOf(itemIds),
  noted: await rows.records(source).others(NOTED),
})

/** What ShowDoc has taken from somebody in an item that was edited here, apart from its texts. */
export interface DueAccess {
  /** Null when nothing is to be written. */
  readonly written: { readonly access: ItemAccess; readonly note: string } | null
  /** To be reported. */
  readonly reasons: readonly ReasonCode[]
}

interface ComparedAccess {
  readonly planned: PlannedItem
  readonly record: CarriedRecord | undefined
  readonly access: KnownAccess
  readonly services: Services
  readonly plan: Pick<SitePlan, 'userIds'>
}

const NOTHING: DueAccess = { written: null, reasons: [] }

/**
 * Compares whose an edited item is, and who may read it. What ShowDoc has taken from somebody is taken here, unless that
 * was changed here since; nobody gets more, because what was written here may be meant for fewer.
 */
export function dueAccess({ planned, record, access, services, plan }: ComparedAccess): DueAccess {
  const { item } = planned
  const here = access.here.get(item.id)
  if (!hasCome(record) || record.here !== 'changed' || !here) return NOTHING
  const passwordHere = here.isMembersOnly ? null : plainPassword(services, here)
  const came = cameAs(access.noted.get(item.id), { planned, record, here, passwordHere })
  const isOther = passwordHere !== planned.visitPassword
  const more = openness(here) - openness({ ...item, visitPassword: sealedPlan(services, planned) })
  const isClosed = isOther && more >= 0 && came.generation === here.visitGeneration
  const isOfOther = here.ownerId !== item.ownerId && plan.userIds.has(item.ownerId)
  const isHandedOver = isOfOther && came.ownerId === here.ownerId
  const reasons: readonly (ReasonCode | false)[] = [
    (isClosed || isHandedOver) && 'editedAndClosed',
    isOther && !isClosed && more > 0 && 'openerThanThere',
    isOfOther && !isHandedOver && came.ownerId !== item.ownerId && 'ownerStays',
  ]
  const closed = {
    ...{ visitPassword: sealedPlan(services, planned), isMembersOnly: item.isMembersOnly },
    visitGeneration: here.visitGeneration + 1,
  }
  const after = { ...here, ...(isClosed && closed), ...(isHandedOver && { ownerId: item.ownerId }) }
  const note = noteOf({
    visitGeneration: isClosed ? after.visitGeneration : came.generation,
    ownerId: isHandedOver ? item.ownerId : came.ownerId,
  })
  return {
    written: isClosed || isHandedOver ? { access: after, note } : null,
    reasons: reasons.filter((reason) => reason !== false),
  }
}

/** The larger, the more people may read it. */
const openness = (item: Parameters<typeof visibilityOf>[0]): number => -VISIBILITIES.indexOf(visibilityOf(item))

export const isOpen = (access: Pick<ItemAccess, 'visitPassword'> | undefined): boolean => access?.visitPassword === null

const UNKNOWN = -1
const noteOf = ({ visitGeneration, ownerId }: Pick<ItemAccess, 'visitGeneration' | 'ownerId'>): string =>
  `${visitGeneration} ${ownerId}`

interface AsItCame {
  /** That of the visit password. */
  readonly generation: number
  readonly ownerId: number
}

interface Noted {
  readonly planned: PlannedItem
  readonly record: { readonly sourceSum: string }
  readonly here: ItemAccess
  readonly passwordHere: string | null
}

/**
 * What it was when it was written last. Older versions noted only a checksum of the whole row, which shows whether
 * nothing but this has changed since; and what was never changed here is what it was.
 */
function cameAs(noted: string | undefined, { planned, record, here, passwordHere }: Noted): AsItCame {
  const [generation, ownerId] = noted?.split(' ').map(Number) ?? []
  if (generation !== undefined && ownerId !== undefined) return { generation, ownerId }
  const passwords = [passwordHere, planned.visitPassword]
  const owners = [here.ownerId, planned.item.ownerId]
  const tried = passwords.flatMap((visitPassword) => owners.map((owner) => ({ visitPassword, owner })))
  const found = tried.find(({ visitPassword, owner }) => {
    const item = { ...planned.item, ownerId: owner }
    return sumOfRow(seenOfItem({ ...planned, item, visitPassword })) === record.sourceSum
  })
  const isSame = here.visitGeneration === 0 || (found && found.visitPassword === passwordHere)
  return { generation: isSame ? here.visitGeneration : UNKNOWN, ownerId: found?.owner ?? UNKNOWN }
}

/** Notes whose the item is now, and who may read it. To be called when that is as in ShowDoc. */
export async function noteAccess(rows: CarriedRows, source: number, itemId: number): Promise<void> {
  const access = (await rows.accessOf([itemId])).get(itemId)
  if (access) await rows.records(source).noteOther(NOTED, new Map([[itemId, noteOf(access)]]))
}

/** Writes what is due. To be called with the item locked. */
export async function writeAccess(rows: CarriedRows, source: number, { written }: DueAccess): Promise<void> {
  if (written === null) return
  await rows.changeAccess(written.access)
  await rows.records(source).noteOther(NOTED, new Map([[written.access.id, written.note]]))
}
