import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Services } from '#core/context.ts'
import { itemKeyCarriers } from '#core/item/carried-key.ts'
import { sealedPassword } from '#core/item/gate.ts'
import { DRAFTS_PER_USER } from '#core/page/kept-draft.ts'
import { pageLinkWith } from '#core/page/link.ts'
import type { ItemTexts } from './item-texts.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'

const RANDOM_BYTES = 16

interface Writing {
  readonly rows: CarriedRows
  readonly planned: PlannedItem
  readonly plan: SitePlan
  readonly texts: ItemTexts
  readonly services: Services
}

/** Writes one item with all that is in it. To be called in a transaction of its own. */
export async function writeItem({ rows, planned, plan, texts, services }: Writing): Promise<void> {
  const { item } = planned
  const visitPassword = planned.visitPassword ?? services.keys.random(RANDOM_BYTES)
  await rows.addItem({ ...item, visitPassword: sealedPassword(services, item.id, visitPassword) })
  await rows.addCatalogs(plan.catalogs.get(item.id) ?? [])
  await rows.addMembers(plan.members.get(item.id) ?? [])
  await rows.store.pages.insertAll(texts.pages())
  await rows.addVersions(item.id, texts.versions())
  for (const draft of texts.drafts) await rows.store.drafts.keep(draft, DRAFTS_PER_USER)
  for (const pageId of texts.livePageIds) {
    const key = plan.links.get(pageId)?.key
    if (key !== undefined) await rows.store.pageLinks.add(pageLinkWith(services, pageId, key), item.ownerId, plan.now)
  }
  const key = plan.keys.get(item.id)
  if (key)
    for (const carryKey of services.extensions(itemKeyCarriers)) await carryKey({ store: rows.store, services }, key)
}
