import { languageAtFirst } from '../config.ts'
import { TOKEN_BYTES, addressOf } from '#core/attachment/attachment.ts'
import { storageForNewFiles } from '#core/attachment/storages.ts'
import { uploadLimits } from '#core/attachment/upload-limits.ts'
import type { IncomingFile } from '#core/ports/files.ts'
import { ITEM_TYPES } from '#core/item/item.ts'
import type { ItemTexts } from './item-texts.ts'
import { itemsIn } from './items.ts'
import { keptText, keptTitle, type KeptItem } from './kept-page.ts'
import { allRows, ofDeletedItems, rowsForReaders, type KeptTable, type OperatorTable } from './kept-rows.ts'
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

const FILE_NAME = 'showdoc.json'

/**
 * Keeps everything that has no place in Octavo: what belongs to an item in a file attached to a page of that item,
 * which also shows it as text where possible, and everything else for the operator.
 */
export async function carryKept(step: Step, texts: ReadonlyMap<number, ItemTexts>): Promise<CarriedKept> {
  const { showdoc, arrangement, plan } = step
  const { database, look } = showdoc
  const strange = new Map(
    itemsIn(database).flatMap(({ id, type }) => (KNOWN_TYPES.has(type) ? [] : [[id, type] as const])),
  )
  const isRoomIn = new Set(
    plan.items.flatMap(({ item }) =>
      texts.has(item.id) && item.type !== 'single' && item.type !== 'table' ? [item.id] : [],
    ),
  )
  const kept = new Map<number, KeptTable[]>()
  const inPages = new Map<string, number>()
  const forOperators: OperatorTable[] = []
  for (const { name, rows, fate } of look.tables) {
    if (rows === 0 || (fate.kind !== 'kept' && fate.kind !== 'unknown')) continue
    let count = 0
    for (const [itemId, some] of rowsForReaders(database, name)) {
      if (!isRoomIn.has(itemId)) continue
      kept.set(itemId, [...(kept.get(itemId) ?? []), { table: name, rows: some }])
      count += some.length
    }
    inPages.set(name, count)
    if (count < rows) forOperators.push({ table: name, rows: allRows(database, name) })
  }
  forOperators.push(...ofDeletedItems(database))
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
    .map(({ id, title, content }) => ({ id, title, content }))

const KNOWN_TYPES: ReadonlySet<number> = new Set<number>(Object.values(ITEM_TYPES))

interface WritingKept {
  readonly itemId: number
  readonly ownerId: number
  readonly content: KeptItem
  readonly sum: string
}

async function writeKept(step: Step, { itemId, ownerId, content, sum }: WritingKept): Promise<void> {
  const { application, arrangement, plan } = step
  const { database: store, services } = application.product
  const language = languageAtFirst(application.config)
  const file = new TextFile(FILE_NAME, JSON.stringify({ format: 1, from: 'ShowDoc', itemId, ...content }, null, 2))
  await step.assertAlone()
  const storage = await storageForNewFiles({ store, services })
  const name = services.keys.uuid()
  const place = { storage: storage.name, key: `${name.slice(0, 2)}/${name}` }
  const type = { kind: 'general' as const, mediaType: 'application/octet-stream' }
  await store.attachments.expectBlob(place, new Date(services.clock.now().getTime() + uploadLimits.strayBlobMs))
  await storage.put(place.key, file, type.mediaType)
  const token = services.keys.random(TOKEN_BYTES)
  await application.carrying.carry(async (rows) => {
    const page = await rows.store.pages.insert({
      ...{ itemId, catalogId: null, title: keptTitle(language), authorId: ownerId, revision: 1, order: LAST },
      ...{ content: keptText(content, language, addressOf({ token })), deletion: null },
      ...{ createdAt: plan.now, savedAt: plan.now },
    })
    await rows.addFile({
      ...{ id: null, ownerId, displayName: FILE_NAME, ...type, bytes: file.bytes, ...place, token, visits: 0 },
      ...{ isOfHub: false, wasBound: true, addedAt: plan.now },
      uses: [{ pageId: page.id, isAttached: true, isNamed: true, at: plan.now }],
    })
    await rows.records(arrangement.source.number).noteOther(KEPT, new Map([[itemId, sum]]))
  })
  step.note()
}

/** After everything, unless somebody sorts it. */
const LAST = 999

/** A text as an incoming file. */
class TextFile implements IncomingFile {
  readonly name: string
  readonly bytes: number
  readonly #bytes: Uint8Array

  constructor(name: string, text: string) {
    this.name = name
    this.#bytes = new TextEncoder().encode(text)
    this.bytes = this.#bytes.length
  }

  async slice(offset: number, length: number): Promise<Uint8Array> {
    return this.#bytes.subarray(offset, offset + length)
  }

  async *read(): AsyncIterable<Uint8Array> {
    yield this.#bytes
  }
}
