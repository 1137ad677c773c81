import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { NOBODY } from '#core/actor.ts'
import type { Services } from '#core/context.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import { groupName } from '#core/item-group/item-group.ts'
import {
  mockCarriers,
  subscriptionCarriers,
  templateCarriers,
  threadCarriers,
  type CarriedTemplate,
  type Carrier,
} from '#core/page/carried-parts.ts'
import {
  commentsIn,
  itemsWithComments,
  mocksIn,
  sharesIn,
  subscriptionsIn,
  templatesIn,
  type ShowdocComment,
  type ShowdocShare,
} from './belongings.ts'
import { isOpen } from './item-access.ts'
import type { ShowdocItemOrder } from './items.ts'
import type { ItemTexts } from './item-texts.ts'
import { reasonOfPlugin, type Told } from './reason-of-plugin.ts'
import type { ReasonCode, ReasonValues } from './reasons.ts'
import { tellOfGoneParts } from './gone-there.ts'
import { CAME, sumOfRow } from './row-sums.ts'
import type { Finding } from './plan/findings.ts'
import type { SitePlan } from './plan/site.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import type { Step } from './step.ts'

interface Writing {
  readonly rows: CarriedRows
  readonly database: ShowdocDatabase
  readonly plan: SitePlan
  readonly texts: ReadonlyMap<number, ItemTexts>
  readonly services: Services
  /** All items that have come, some of which may be deleted there since. */
  readonly itemsHere: ReadonlySet<number>
  /** Items that lay in the recycle bin before, where nobody sees what belongs to them. */
  readonly inBin: ReadonlySet<number>
  /** Checksums of what was imported earlier, by ShowDoc table and id. */
  readonly known: ReadonlyMap<string, ReadonlyMap<number, string>>
  /** The same for this run. */
  readonly came: ReadonlyMap<string, Map<number, string>>
}

/** A row that was left behind. */
type Left = Finding

const leftRow = (table: string, id: number, [reason, values]: Told): Left =>
  values === undefined ? { table, id, reason } : { table, id, reason, values }

const NO_ACCOUNT = 'accountGone'
const NO_PAGE = 'pageGone'
const NO_ITEM = 'itemGone'

const TABLES = ['item_group', 'item_sort', 'template', 'template_item', 'mock', 'subscription', 'page_comment'] as const

interface WritingBelongings {
  readonly rows: CarriedRows
  readonly step: Step
  readonly texts: ReadonlyMap<number, ItemTexts>
}

/**
 * Writes what belongs to people besides items and pages, and was not imported yet: their groups of items, templates,
 * mocks, subscriptions and comments. To be called when all items and rights exist, in the transaction that ends the
 * move.
 * @returns whether anything was written
 */
export async function writeBelongings({ rows, step, texts }: WritingBelongings): Promise<boolean> {
  const { plan, arrangement, application, showdoc } = step
  const records = rows.records(arrangement.source.number)
  const known = new Map<string, ReadonlyMap<number, string>>()
  for (const table of TABLES) known.set(table, await records.others(table))
  const came = new Map(TABLES.map((table) => [table, new Map<number, string>()]))
  const { services } = application.product
  const { inBin } = arrangement
  const itemsHere = new Set(arrangement.idsHere.get('item')?.values())
  const writing = { rows, database: showdoc.database, plan, texts, services, itemsHere, inBin, known, came }
  await writeGroups(writing)
  const left = [
    ...(await writeTemplates(writing)),
    ...(await writeMocks(writing)),
    ...(await writeSubscriptions(writing)),
    ...(await writeComments(writing)),
  ]
  plan.findings.add({ left, changed: [] })
  tellOfGoneParts(step, known)
  for (const [table, sums] of came) await records.noteOther(table, sums)
  return [...came.values()].some(({ size }) => size > 0)
}

/** @returns whether it was imported earlier; later changes in ShowDoc are reported */
function cameBefore({ known, plan }: Writing, table: string, id: number, seen: unknown): boolean {
  const sum = known.get(table)?.get(id)
  if (sum !== undefined && sum !== sumOfRow(seen)) plan.findings.keep(table, id, 'staysAsItCame')
  return sum !== undefined
}

function came(writing: Writing, table: string, id: number, seen: unknown): void {
  if (!writing.known.get(table)?.has(id)) writing.came.get(table)?.set(id, sumOfRow(seen))
}

async function writeGroups(writing: Writing): Promise<void> {
  const { rows, plan } = writing
  for (const group of plan.groups) {
    const { id, userId, itemIds, order } = group
    const name = group.name.trim()
    const seen = { ...group, name }
    if (name !== group.name && name !== '') plan.findings.change('item_group', id, 'nameTrimmed')
    if (cameBefore(writing, 'item_group', id, seen)) continue
    if (name === '') plan.findings.change('item_group', id, 'itemWithoutName', { name: groupName(name) })
    const groupId = await rows.store.itemGroups.insert({ userId, name: groupName(name), itemIds, order })
    const places = plan.orders.find((each) => each.userId === userId && each.groupId === id)?.places
    if (places) await rows.store.items.setPositions(userId, groupId, places)
    came(writing, 'item_group', id, seen)
  }
  for (const order of plan.orders) await writeOrder(writing, order)
}

/** An order that was changed in ShowDoc since replaces the one that came, unless somebody changed that here. */
async function writeOrder(writing: Writing, order: ShowdocItemOrder): Promise<void> {
  const { rows, plan, known, came: noted } = writing
  const { id, userId, groupId, places } = order
  const sum = sumOfRow(seenOfOrder(writing, order))
  const before = known.get('item_sort')?.get(id)
  const isOfKnownGroup = groupId === 0 || (known.get('item_group')?.has(groupId) ?? false)
  const note = () => noted.get('item_sort')?.set(id, sum)
  if (before === sum || before === ORDER_OF_OLDER) return
  if (before === undefined && !isOfKnownGroup) return void note()
  const groupHere = await groupHereOf(writing, order)
  const here = groupHere === null ? null : await rows.positionsOf(userId, groupHere)
  const isAsItCame =
    here !== null &&
    (before === undefined ? here.size === 0 : sumOfRow(seenOfOrder(writing, { groupId, places: here })) === before)
  if (groupHere !== null && isAsItCame) {
    await rows.store.items.setPositions(userId, groupHere, places)
    note()
  } else if (before === undefined) plan.findings.leave('item_sort', id, 'ownOrder')
  else plan.findings.keep('item_sort', id, groupHere === null ? 'staysAsItCame' : 'editedAndChanged')
}

/** The group here that an order is of, 0 for all items; null when its name does not tell. */
async function groupHereOf({ rows, plan }: Writing, { userId, groupId }: ShowdocItemOrder): Promise<number | null> {
  if (groupId === 0) return 0
  const name = plan.groups.find((group) => group.id === groupId)?.name.trim()
  if (name === undefined) return null
  const [group, ...others] = (await rows.store.itemGroups.ofUser(userId)).filter(
    (each) => each.name === groupName(name),
  )
  return group && others.length === 0 ? group.id : null
}

/** What older versions noted of every order. */
const ORDER_OF_OLDER = sumOfRow(null)

/** Without items that have never been here: what stands for their numbers may be another one in the next run. */
const seenOfOrder = ({ itemsHere }: Writing, { groupId, places }: Pick<ShowdocItemOrder, 'groupId' | 'places'>) => [
  groupId,
  [...places].filter(([id]) => itemsHere.has(id)).toSorted(([one], [other]) => one - other),
]

async function writeTemplates(writing: Writing): Promise<readonly Left[]> {
  const { rows, database, plan, services } = writing
  const left: Left[] = []
  const itemIds = new Set(plan.items.map(({ item }) => item.id))
  const shares = Map.groupBy(sharesIn(database), ({ templateId }) => templateId)
  const leaveShares = (id: number | null, reason: ReasonCode): void => {
    for (const share of shares.get(id) ?? []) left.push(leftRow('template_item', share.id, [reason]))
    shares.delete(id)
  }
  for (const { id, ownerId, title: typed, content, doubt, at } of templatesIn(database)) {
    if (doubt !== null) plan.findings.change('template', id, doubt, { column: 'template_content' })
    const title = typed.trim()
    if (title !== typed && title !== '') plan.findings.change('template', id, 'nameTrimmed')
    if (title === '') plan.findings.change('template', id, 'itemWithoutName', { name: id })
    const ofTemplate = new Map((shares.get(id) ?? []).map((share) => [share.itemId, share]))
    for (const share of shares.get(id) ?? []) {
      const isLast = ofTemplate.get(share.itemId) === share
      if (share.itemId === null || !itemIds.has(share.itemId)) {
        left.push(leftRow('template_item', share.id, [NO_ITEM]))
        ofTemplate.delete(share.itemId)
      } else if (!isLast) left.push(leftRow('template_item', share.id, ['sharedAlready']))
    }
    const whole = (some: readonly ShowdocShare[]): CarriedTemplate => ({
      ...{ ownerId: ownerId ?? 0, title: title || String(id), content, at: at ?? plan.now },
      shares: some.map(({ itemId, at: since }) => ({ itemId: itemId ?? 0, at: since ?? plan.now })),
    })
    const all = [...ofTemplate.values()]
    const template = whole(all)
    const fresh = freshShares(writing, id, { all, whole })
    const isThere = fresh !== null || cameBefore(writing, 'template', id, template)
    const told = !plan.userIds.has(template.ownerId)
      ? ([NO_ACCOUNT] as const)
      : isThere
        ? null
        : await carriedBy({ rows, services }, templateCarriers, template)
    if (told !== null) {
      left.push(leftRow('template', id, told))
      for (const { id: shareId } of all) left.push(leftRow('template_item', shareId, ['templateStays']))
    } else if (fresh !== null) {
      const refusal = await carriedBy({ rows, services }, templateCarriers, { ...whole(fresh), isThere })
      if (refusal === null) noteTemplate(writing, id, { template, shares: fresh })
      else for (const { id: shareId } of fresh) left.push(leftRow('template_item', shareId, refusal))
    } else if (!isThere) noteTemplate(writing, id, { template, shares: all })
    shares.delete(id)
  }
  for (const id of [...shares.keys()]) leaveShares(id, 'templateGone')
  return left
}

interface SharesOfTemplate {
  readonly all: readonly ShowdocShare[]
  whole(some: readonly ShowdocShare[]): CarriedTemplate
}

/**
 * The shares of a template that came before without them, as when only one of its items was imported; null without any,
 * and for a template that has changed otherwise.
 */
function freshShares({ known }: Writing, id: number, { all, whole }: SharesOfTemplate): readonly ShowdocShare[] | null {
  const came = known.get('template_item')
  const before = all.filter((share) => came?.has(share.id))
  if (before.length === all.length || known.get('template')?.get(id) !== sumOfRow(whole(before))) return null
  return all.filter((share) => !before.includes(share))
}

function noteTemplate(
  writing: Writing,
  id: number,
  { template, shares }: { readonly template: CarriedTemplate; readonly shares: readonly ShowdocShare[] },
): void {
  writing.came.get('template')?.set(id, sumOfRow(template))
  for (const share of shares) writing.came.get('template_item')?.set(share.id, CAME)
}

async function writeMocks(writing: Writing): Promise<readonly Left[]> {
  const { rows, database, plan, texts, services } = writing
  const left: Left[] = []
  const itemOf = itemsOfPages(texts)
  const access = await rows.accessOf([...texts.keys()])
  const mocks = mocksIn(database)
  const first = new Map(mocks.toReversed().map((mock) => [mock.pageId, mock]))
  const inBin = new Set([...texts.values()].flatMap(({ recycledPageIds }) => recycledPageIds))
  const answered = new Set<string>()
  // Those that ShowDoc found by the path of a call come first, and get it.
  for (const mock of mocks.toSorted((a, b) => Number(isAsked(b.path)) - Number(isAsked(a.path)))) {
    const { id, pageId, path, template, uniqueKey } = mock
    const itemId = pageId === null ? undefined : itemOf.get(pageId)
    const told: Told | null =
      pageId === null || itemId === undefined
        ? [NO_PAGE]
        : first.get(pageId)?.id !== id
          ? ['earlierMock']
          : cameBefore(writing, 'mock', id, mock)
            ? null
            : writing.inBin.has(itemId)
              ? ['itemInBinHere']
              : await carriedBy({ rows, services }, mockCarriers, {
                  ...{ itemId, pageId, path, template, uniqueKey, at: mock.at ?? plan.now },
                  authorId: texts.get(itemId)?.authorIds.get(pageId) ?? NOBODY,
                })
    if (told !== null) {
      left.push(leftRow('mock', id, told))
      continue
    }
    came(writing, 'mock', id, mock)
    // ShowDoc asks nobody who calls a mock, and not whether its page is there.
    if (itemId !== undefined && !isOpen(access.get(itemId))) plan.findings.change('mock', id, 'mockOfClosed')
    if (pageId !== null && inBin.has(pageId)) plan.findings.change('mock', id, 'mockInBin')
    else if (answered.has(`${itemId} ${path}`)) plan.findings.change('mock', id, 'mockPathShared')
    else answered.add(`${itemId} ${path}`)
  }
  return left
}

/** The path of a call has no query, and all of it was compared. */
const isAsked = (path: string): boolean => path.startsWith('~') || !/[?#]/.test(path)

async function writeSubscriptions(writing: Writing): Promise<readonly Left[]> {
  const { rows, database, plan, texts, services } = writing
  const left: Left[] = []
  const itemOf = itemsOfPages(texts)
  const seen = new Set<string>()
  for (const { id, userId, pageId, at } of subscriptionsIn(database)) {
    const sum = sumOfRow([pageId, userId])
    // ShowDoc gives numbers of deleted rows again.
    const isKnown = writing.known.get('subscription')?.get(id) === sum
    const told: Told | null =
      pageId === null || !itemOf.has(pageId)
        ? [NO_PAGE]
        : userId === null || !plan.userIds.has(userId)
          ? [NO_ACCOUNT]
          : seen.has(`${pageId} ${userId}`)
            ? ['followedAlready']
            : isKnown
              ? null
              : await carriedBy({ rows, services }, subscriptionCarriers, { pageId, userId, at: at ?? plan.now })
    seen.add(`${pageId} ${userId}`)
    if (told !== null) left.push(leftRow('subscription', id, told))
    else if (!isKnown) writing.came.get('subscription')?.set(id, sum)
  }
  return left
}

/** Threads as ShowDoc showed them: a reply belongs to the first comment in its chain that still exists. */
async function writeComments(writing: Writing): Promise<readonly Left[]> {
  const { rows, database, plan, texts, services } = writing
  const left: Left[] = []
  const leave = (id: number, reason: ReasonCode, values?: ReasonValues): void =>
    void left.push(leftRow('page_comment', id, [reason, values]))
  const itemOf = itemsOfPages(texts)
  const isOn = itemsWithComments(database)
  const shown = new Map<number, ShowdocComment & { readonly authorId: number }>()
  for (const comment of commentsIn(database)) {
    const { id, pageId, authorId, isDeleted } = comment
    const itemId = itemOf.get(pageId)
    const hasComeBefore = writing.known.get('page_comment')?.has(id) === true
    if (isDeleted && hasComeBefore) plan.findings.keep('page_comment', id, 'commentGoneThere')
    else if (isDeleted) leave(id, 'commentDeleted')
    else if (itemId === undefined) leave(id, NO_PAGE)
    else if (!isOn.has(itemId) && hasComeBefore) plan.findings.keep('page_comment', id, 'commentsOffSince')
    else if (!isOn.has(itemId)) leave(id, 'commentsOff')
    else if (authorId !== null && plan.userIds.has(authorId)) shown.set(id, { ...comment, authorId })
    else if (!hasComeBefore) leave(id, NO_ACCOUNT)
  }
  const threads = Map.groupBy(shown.values(), (comment) => firstOf(comment, shown).id)
  for (const [id, thread] of threads) {
    const first = shown.get(id)
    if (!first) continue
    const { pageId } = first
    const said = ({ authorId, text, at }: typeof first) => ({ authorId, text, at: at ?? plan.now })
    const answers = thread.filter((each) => each.id !== id).map(said)
    const carried = { pageId, ...said(first), answers }
    const seen = [pageId, first.text, answers.map(({ text }) => text)]
    const before = writing.known.get('page_comment')
    // An answer that came, and whose comment was deleted since, is not another thread.
    const isAnswerThatCame = before?.get(id) === CAME
    if (isAnswerThatCame || cameBefore(writing, 'page_comment', id, seen)) {
      if (before?.get(id) !== sumOfRow(seen))
        for (const each of thread) if (!before?.has(each.id)) leave(each.id, 'answerSince', { comment: id })
      continue
    }
    const told = await carriedBy({ rows, services }, threadCarriers, carried)
    if (told !== null) for (const each of thread) leave(each.id, ...told)
    else {
      came(writing, 'page_comment', id, seen)
      for (const each of thread) if (each.id !== id) writing.came.get('page_comment')?.set(each.id, CAME)
    }
  }
  return left
}

/** The comment that starts the thread. */
function firstOf<T extends Pick<ShowdocComment, 'id' | 'pageId' | 'parentId'>>(
  comment: T,
  shown: ReadonlyMap<number, T>,
): T {
  const passed = new Set([comment.id])
  let first = comment
  for (;;) {
    const above = first.parentId === null ? undefined : shown.get(first.parentId)
    // In a cycle there is no first one: each comment starts its own thread.
    if (above && passed.has(above.id)) return comment
    if (!above || above.pageId !== comment.pageId) return first
    passed.add(above.id)
    first = above
  }
}

export const itemsOfPages = (texts: Writing['texts']): ReadonlyMap<number, number> =>
  new Map([...texts].flatMap(([itemId, { pageSums }]) => Array.from(pageSums.keys(), (pageId) => [pageId, itemId])))

/** Why no plugin took it; null when one did. */
export async function carriedBy<T>(
  { rows, services }: Pick<Writing, 'rows' | 'services'>,
  point: ExtensionPoint<Carrier<T>>,
  carried: T,
): Promise<Told | null> {
  const [carry] = services.extensions(point)
  if (!carry) return ['noPlugin']
  const refusal = await carry({ store: rows.store, services }, carried)
  return refusal === null ? null : reasonOfPlugin(refusal)
}
