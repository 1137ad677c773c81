import { languageAtFirst } from '../config.ts'
import { consistsOfOnePage, ITEM_TYPES } from '#core/item/item.ts'
import { addKeptPage } from './add-kept-page.ts'
import { carryChats, CHAT_TABLES } from './carry-chats.ts'
import type { ItemTexts } from './item-texts.ts'
import { itemsIn } from './items.ts'
import { keptText, keptTitle, type KeptItem } from './kept-page.ts'
import { allRows, isPartlyShown, shownToReaders, type KeptTable, type OperatorTable } from './kept-rows.ts'
import { pagesOf } from './pages.ts'
import { KEPT, sumOfRow } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import type { Step } from './step.ts'

/** The result for rows that have no place in Octavo. */
export interface CarriedKept {
  /** The number of rows in pages, by table. */
  readonly inPages: ReadonlyMap<string, number>
  /** Kept only for the operator, in a file beside the receipt. */
  readonly forOperators: readonly OperatorTable[]
}

/**
 * Keeps everything that has no place in Octavo: what belongs to an item in a file attached to a page of that item,
 * which also shows it as text where possible, chats in pages for whoever had them, and everything else for the operator.
 */
export async function carryKept(step: Step, texts: ReadonlyMap<number, ItemTexts>): Promise<CarriedKept> {
  const { showdoc, arrangement, plan } = step
  const { database, look } = showdoc
  const strange = new Map(
    itemsIn(database).flatMap(({ id, type }) => (KNOWN_TYPES.has(type) ? [] : [[id, type] as const])),
  )
  const isRoomIn = new Set(
    plan.items.flatMap(({ item }) => (texts.has(item.id) && !consistsOfOnePage(item.type) ? [item.id] : [])),
  )
  const kept = new Map<number, KeptTable[]>()
  const inPages = new Map<string, number>()
  const forOperators: OperatorTable[] = []
  for (const { name, rows, fate } of look.tables) {
    if (rows === 0 || (fate.kind !== 'kept' && fate.kind !== 'unknown') || CHAT_TABLES.has(name)) continue
    let count = 0
    for (const [itemId, shown] of shownToReaders(database, name)) {
      if (!isRoomIn.has(itemId)) continue
      kept.set(itemId, [...(kept.get(itemId) ?? []), { table: name, rows: shown.rows }])
      count += shown.count
    }
    inPages.set(name, count)
    if (count < rows || isPartlyShown(name)) forOperators.push({ table: name, rows: allRows(database, name) })
  }
  const chats = await carryChats(step)
  for (const [name, count] of chats.inPages) inPages.set(name, count)
  forOperators.push(...chats.forOperators)
  // Including hidden ones, and what each replied to.
  if (database.count('page_comment') > 0)
    forOperators.push({ table: 'page_comment', rows: allRows(database, 'page_comment') })
  const known = arrangement.kept
  for (const { item } of plan.items) {
    const tables = kept.get(item.id) ?? []
    const strangeType = strange.get(item.id) ?? null
    if (!isRoomIn.has(item.id) || (tables.length === 0 && strangeType === null)) continue
    const pages = strangeType === null ? [] : shownPages(database, item.id)
    const content: KeptItem = { strangeType, tables, pages }
    const sum = sumOfRow(content)
    if (known.get(item.id) === sum) continue
    if (known.has(item.id)) plan.findings.keep('item', item.id, 'keptAsItCame')
    else await writeKept(step, { itemId: item.id, ownerId: item.ownerId, content, sum })
  }
  return { inPages, forOperators }
}

/** Without deleted pages, and those only their authors can see. */
const shownPages = (database: ShowdocDatabase, itemId: number): KeptItem['pages'] =>
  [...pagesOf(database, itemId)]
    .filter(({ isDeleted, isDraft }) => !isDeleted && !isDraft)
    .map(({ id, title, content, extras }) => ({ id, title, content, ...(extras !== '' && { extras }) }))

const KNOWN_TYPES: ReadonlySet<number> = new Set<number>(Object.values(ITEM_TYPES))

interface WritingKept {
  readonly itemId: number
  readonly ownerId: number
  readonly content: KeptItem
  readonly sum: string
}

async function writeKept(step: Step, { itemId, ownerId, content, sum }: WritingKept): Promise<void> {
  const language = languageAtFirst(step.application.config)
  await addKeptPage(step, {
    ownerId,
    title: keptTitle(language),
    text: (address) => keptText(content, language, address),
    content: { format: 1, from: 'ShowDoc', itemId, ...content },
    async itemIn(rows) {
      await rows.records(step.arrangement.source.number).noteOther(KEPT, new Map([[itemId, sum]]))
      return itemId
    },
  })
}
