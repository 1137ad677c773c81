import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Services } from '#core/context.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import { groupName } from '#core/item-group/item-group.ts'
import { mockCarriers, subscriptionCarriers, templateCarriers, type Carrier } from '#core/page/carried-parts.ts'
import { mocksIn, sharesIn, subscriptionsIn, templatesIn } from './belongings.ts'
import type { ItemTexts } from './item-texts.ts'
import type { SitePlan } from './plan/site.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

interface Writing {
  readonly rows: CarriedRows
  readonly database: ShowdocDatabase
  readonly plan: SitePlan
  readonly texts: ReadonlyMap<number, ItemTexts>
  readonly services: Services
}

/** A row that stayed behind. */
interface Left {
  readonly table: string
  readonly id: number
  readonly reason: string
}

const NO_ACCOUNT = 'the account is gone'
const NO_PAGE = 'its page is gone, or does not come along'
const NO_ITEM = 'its item is gone, or does not come along'

/**
 * Writes what people keep beside items and pages: their groups of items, templates, mocks and subscriptions. To be called
 * when all items and rights are there, in the transaction that ends the move. @returns what stays behind
 */
export async function writeBelongings(writing: Writing): Promise<Left[]> {
  await writeGroups(writing)
  return [...(await writeTemplates(writing)), ...(await writeMocks(writing)), ...(await writeSubscriptions(writing))]
}

async function writeGroups({ rows, plan }: Writing): Promise<void> {
  for (const { id, userId, name, itemIds, order } of plan.groups) {
    const groupId = await rows.store.itemGroups.insert({ userId, name: groupName(name), itemIds, order })
    const places = plan.orders.find((each) => each.userId === userId && each.groupId === id)?.places
    if (places) await rows.store.items.setPositions(userId, groupId, places)
  }
}

async function writeTemplates({ rows, database, plan, services }: Writing): Promise<readonly Left[]> {
  const left: Left[] = []
  const itemIds = new Set(plan.items.map(({ item }) => item.id))
  const shares = Map.groupBy(sharesIn(database), ({ templateId }) => templateId)
  const leaveShares = (id: number | null, reason: string): void => {
    for (const share of shares.get(id) ?? []) left.push({ table: 'template_item', id: share.id, reason })
    shares.delete(id)
  }
  for (const { id, ownerId, title, content, at } of templatesIn(database)) {
    const ofTemplate = new Map((shares.get(id) ?? []).map((share) => [share.itemId, share]))
    for (const share of shares.get(id) ?? []) {
      const isLast = ofTemplate.get(share.itemId) === share
      if (share.itemId === null || !itemIds.has(share.itemId)) {
        left.push({ table: 'template_item', id: share.id, reason: NO_ITEM })
        ofTemplate.delete(share.itemId)
      } else if (!isLast) left.push({ table: 'template_item', id: share.id, reason: 'it is shared there already' })
    }
    const shared = [...ofTemplate.values()].map(({ itemId, at: since }) => ({
      itemId: itemId ?? 0,
      at: since ?? plan.now,
    }))
    const template = { ownerId: ownerId ?? 0, title: title || String(id), content, at: at ?? plan.now, shares: shared }
    const reason = !plan.userIds.has(template.ownerId)
      ? NO_ACCOUNT
      : await carriedBy({ rows, services }, templateCarriers, template)
    if (reason !== null) {
      left.push({ table: 'template', id, reason })
      for (const { id: shareId } of ofTemplate.values())
        left.push({ table: 'template_item', id: shareId, reason: 'its template does not come along' })
    }
    shares.delete(id)
  }
  for (const id of [...shares.keys()]) leaveShares(id, 'its template is gone')
  return left
}

async function writeMocks({ rows, database, plan, texts, services }: Writing): Promise<readonly Left[]> {
  const left: Left[] = []
  const itemOf = itemsOfPages(texts)
  const last = new Map(mocksIn(database).map((mock) => [mock.pageId, mock]))
  for (const mock of mocksIn(database)) {
    const { id, pageId, path, template, uniqueKey } = mock
    const itemId = pageId === null ? undefined : itemOf.get(pageId)
    const reason =
      pageId === null || itemId === undefined
        ? NO_PAGE
        : last.get(pageId)?.id !== id
          ? 'the page has a later one'
          : await carriedBy({ rows, services }, mockCarriers, {
              ...{ itemId, pageId, path, template, uniqueKey, at: mock.at ?? plan.now },
            })
    if (reason !== null) left.push({ table: 'mock', id, reason })
  }
  return left
}

async function writeSubscriptions({ rows, database, plan, texts, services }: Writing): Promise<readonly Left[]> {
  const left: Left[] = []
  const itemOf = itemsOfPages(texts)
  const seen = new Set<string>()
  for (const { id, userId, pageId, at } of subscriptionsIn(database)) {
    const reason =
      pageId === null || !itemOf.has(pageId)
        ? NO_PAGE
        : userId === null || !plan.userIds.has(userId)
          ? NO_ACCOUNT
          : seen.has(`${pageId} ${userId}`)
            ? 'this person follows the page already'
            : await carriedBy({ rows, services }, subscriptionCarriers, { pageId, userId, at: at ?? plan.now })
    seen.add(`${pageId} ${userId}`)
    if (reason !== null) left.push({ table: 'subscription', id, reason })
  }
  return left
}

const itemsOfPages = (texts: Writing['texts']): ReadonlyMap<number, number> =>
  new Map([...texts].flatMap(([itemId, { pageSums }]) => Array.from(pageSums.keys(), (pageId) => [pageId, itemId])))

/** Why nobody took it over; null when somebody did. */
async function carriedBy<T>(
  { rows, services }: Pick<Writing, 'rows' | 'services'>,
  point: ExtensionPoint<Carrier<T>>,
  carried: T,
): Promise<string | null> {
  const [carry] = services.extensions(point)
  return carry ? carry({ store: rows.store, services }, carried) : 'no plugin that is here keeps such a thing'
}
