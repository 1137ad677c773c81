import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Item } from '#core/item/item.ts'
import { hasCome } from './row-sums.ts'

/**
 * Takes the domain of an item away from another one that has it here and another one in ShowDoc, which it gets with the
 * same run; it stays as it came until then. To be called in the transaction in which the item gets the domain.
 */
export async function freeDomainFor(
  rows: CarriedRows,
  source: number,
  { id, domain }: Pick<Item, 'id' | 'domain'>,
): Promise<void> {
  const holder = domain === null ? null : await rows.store.items.byDomain(domain)
  if (holder === null || holder === id) return
  const records = rows.records(source)
  const [record] = await records.held('item', [holder])
  // Edited here since the comparison, it keeps its domain.
  if (!hasCome(record) || record.here !== 'asItCame') return
  await rows.freeDomain(holder)
  await records.note('item', new Map([[holder, record.sourceSum]]))
}
