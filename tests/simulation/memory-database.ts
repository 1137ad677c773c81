import type { Grant } from '#core/member/membership.ts'
import type { ChangeEntry } from '#core/change-log/entry.ts'
import type { Item } from '#core/item/item.ts'
import type { FoundDraft, KeptDraft } from '#core/page/kept-draft.ts'
import { limits } from '#core/limits.ts'
import type { LockWish, PageLock } from '#core/page/lock.ts'
import type { Page } from '#core/page/page.ts'
import type { PageVersion } from '#core/page/version.ts'
import type { AccessReader, ItemFacts } from '#core/ports/access.ts'
import type { Database, Pages, PageVersions, Store } from '#core/ports/store.ts'
import type { SaveReceipt } from '#core/ports/save-receipts.ts'
import type { New } from '#core/new.ts'

/*
 * A database in memory, as far as saving and keeping drafts use one. It models: transactions that are written down as a
 * whole or not at all; READ COMMITTED, where a statement sees what was committed before it and what its own transaction
 * wrote; row locks held to the end of the transaction, for which others wait and then look at the row anew; the unique
 * key of a save's receipt, on which a second insert waits for the first. It does not model: deadlocks (there are none
 * here: every transaction takes its receipt, then the item, then the page), statement time-outs, how many drafts one person may have, and everything else of
 * the store, which is refused. That it answers like the real one is proved by the same simulation on the real one.
 */

type Row = object
type Table = 'item' | 'grant' | 'page' | 'lock' | 'version' | 'receipt' | 'draft' | 'change'
interface Lock extends Pick<PageLock, 'userId' | 'tab'> {
  readonly until: number
}
interface Receipt extends Partial<SaveReceipt> {
  readonly at: Date
}

/** What outlives the server. */
export class Disk {
  readonly #tables = new Map<Table, Map<string, Row>>()
  readonly holders = new Map<string, Transaction>()
  #lastId = 0
  /** The database's own clock. */
  now: () => number = () => 0

  nextId(): number {
    return (this.#lastId += 1)
  }
  table(table: Table): Map<string, Row> {
    const found = this.#tables.get(table) ?? new Map<string, Row>()
    this.#tables.set(table, found)
    return found
  }
  put(table: Table, key: string | number, row: Row): void {
    this.table(table).set(`${key}`, row)
  }
}

class Transaction {
  readonly #disk: Disk
  readonly #written = new Map<string, { readonly table: Table; readonly key: string; readonly row: Row | null }>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #held: string[] = []
  isOver = false

  constructor(disk: Disk) {
    this.#disk = disk
  }

  row<T extends Row>(table: Table, key: string | number): T | null {
    const own = this.#written.get(`${table}/${key}`)
    return ((own ? own.row : this.#disk.table(table).get(`${key}`)) ?? null) as T | null
  }
  rows<T extends Row>(table: Table): readonly T[] {
    const found = new Map(this.#disk.table(table))
    for (const { table: of, key, row } of this.#written.values()) {
      if (of !== table) continue
      if (row) found.set(key, row)
      else found.delete(key)
    }
    return [...found.values()] as T[]
  }
  write(table: Table, key: string | number, row: Row | null): void {
    this.#written.set(`${table}/${key}`, { table, key: `${key}`, row })
  }
  /** Waits for the row, which nobody else changes from then on. */
  async hold(table: Table, key: string | number): Promise<void> {
    const name = `${table}/${key}`
    for (;;) {
      const holder = this.#disk.holders.get(name)
      if (!holder || holder === this) break
      await holder.#ended.promise
    }
    if (this.isOver || this.#disk.holders.has(name)) return
    this.#disk.holders.set(name, this)
    this.#held.push(name)
  }
  end(isKept: boolean): void {
    if (this.isOver) return
    this.isOver = true
    if (isKept) {
      for (const { table, key, row } of this.#written.values()) {
        if (row) this.#disk.table(table).set(key, row)
        else this.#disk.table(table).delete(key)
      }
    }
    for (const name of this.#held) this.#disk.holders.delete(name)
    this.#ended.resolve()
  }
}

/** A database on this disk. */
export function memoryDatabase(disk: Disk): Database {
  const database: Database = {
    ...storeOn(disk, new Transaction(disk)),
    get heavy() {
      return database
    },
    async transaction(work) {
      const transaction = new Transaction(disk)
      try {
        const result = await work(storeOn(disk, transaction))
        transaction.end(true)
        return result
      } finally {
        transaction.end(false)
      }
    },
    // Transactions keep nothing from others before they write.
    lateTransaction: (work) => database.transaction(work),
    close: async () => undefined,
  }
  return database
}

/** What the simulation asks of the store; anything else is a mistake of the simulation. */
function storeOn(disk: Disk, transaction: Transaction): Store {
  const { access, pages, versions } = pagesOn(disk, transaction)
  const modelled = {
    access,
    pages,
    versions,
    saves: savesOn(transaction),
    locks: { set: (wish: LockWish) => setLock(disk, transaction, wish) },
    drafts: draftsOn(transaction),
    items: { lock: (id: number) => transaction.hold('item', id) },
    settings: { read: async () => ({ historyVersionCount: 1_000 }) },
    changes: {
      async append(entries: readonly New<ChangeEntry>[]) {
        for (const entry of entries) transaction.write('change', disk.nextId(), entry)
      },
    },
  }
  return modelled as object as Store
}

function pagesOn(disk: Disk, transaction: Transaction) {
  const factsOf = (itemId: number, userId: number | null): ItemFacts | null => {
    const item = transaction.row<Item>('item', itemId)
    const grant = transaction.row<Grant>('grant', `${itemId}/${userId}`)
    return item && { item, grants: grant ? [grant] : [], passedGeneration: null }
  }
  const access: Pick<AccessReader, 'ofItem' | 'ofPage'> = {
    async ofItem(itemId: number, userId: number | null) {
      const facts = factsOf(itemId, userId)
      return facts && { ...facts, menuRevision: '0' }
    },
    async ofPage(pageId: number, userId: number | null) {
      const page = transaction.row<Page>('page', pageId)
      const facts = page && factsOf(page.itemId, userId)
      const authorUsername = `user-${page?.authorId}`
      const lock = lockOf(disk, transaction, pageId)
      const link = { sealedKey: null, linkEndsAt: null }
      return facts && { ...facts, page, lock, authorUsername, topCatalogId: null, ...link, attachmentCount: 0 }
    },
  }
  const pages: Pick<Pages, 'countIn' | 'insert' | 'update'> = {
    countIn: async (itemId: number) => transaction.rows<Page>('page').filter((page) => page.itemId === itemId).length,
    async insert(page: New<Page>) {
      const inserted = { ...page, id: disk.nextId() }
      transaction.write('page', inserted.id, inserted)
      return inserted
    },
    async update(page: Page, basedOn: number) {
      await transaction.hold('page', page.id)
      const stored = transaction.row<Page>('page', page.id)
      const lock = lockOf(disk, transaction, page.id)
      if (lock && lock.userId !== page.authorId) return false
      if (stored?.revision !== basedOn || stored.itemId !== page.itemId || stored.deletion) return false
      transaction.write('page', page.id, page)
      return true
    },
  }
  const versions: Pick<PageVersions, 'keep' | 'ofPage'> = {
    async keep(version: New<PageVersion>) {
      const id = disk.nextId()
      transaction.write('version', id, { ...version, id })
    },
    ofPage: async (pageId: number) =>
      transaction
        .rows<PageVersion>('version')
        .filter((version) => version.pageId === pageId)
        .map((version) => ({ ...version, authorUsername: '' }))
        .toReversed(),
  }
  return { access, pages, versions }
}

function lockOf(disk: Disk, transaction: Transaction, pageId: number): PageLock | null {
  const lock = transaction.row<Lock>('lock', pageId)
  const lastsMs = (lock?.until ?? 0) - disk.now()
  return lock && lastsMs > 0 ? { userId: lock.userId, username: `user-${lock.userId}`, tab: lock.tab, lastsMs } : null
}

async function setLock(
  disk: Disk,
  transaction: Transaction,
  { pageId, userId, tab, lockTo, takesOver, baseRevision }: LockWish,
): Promise<{ readonly lock: PageLock | null } | null> {
  // The lock is part of the page's row.
  await transaction.hold('page', pageId)
  const lock = lockOf(disk, transaction, pageId)
  const page = transaction.row<Page>('page', pageId)
  const isOwn = lock?.userId === userId && (takesOver || tab === '' || ['', tab].includes(lock.tab))
  if (!page || (lock && !isOwn)) return null
  const isStillHeld = lock?.userId === userId && lock.tab === tab
  if (baseRevision !== null && page.revision !== baseRevision && !isStillHeld) return null
  const until = Math.min((lockTo ?? Infinity) * 1_000, disk.now() + limits.lockMs)
  transaction.write('lock', pageId, until > disk.now() ? { userId, tab, until } : null)
  return { lock: lockOf(disk, transaction, pageId) }
}

const savesOn = (transaction: Transaction): Pick<Store['saves'], 'find' | 'claim' | 'complete'> => ({
  async find(userId, saveId) {
    const { pageId, revision } = transaction.row<Receipt>('receipt', `${userId}/${saveId}`) ?? {}
    return pageId === undefined || revision === undefined ? null : { pageId, revision }
  },
  async claim(userId, saveId, at) {
    const key = `${userId}/${saveId}`
    await transaction.hold('receipt', key)
    if (transaction.row('receipt', key)) return false
    transaction.write('receipt', key, { at })
    return true
  },
  async complete(userId, saveId, receipt) {
    transaction.write('receipt', `${userId}/${saveId}`, { ...receipt, at: new Date(0) })
  },
})

function draftsOn(transaction: Transaction): Store['drafts'] {
  const found = (isThere: (draft: KeptDraft) => boolean): readonly FoundDraft[] =>
    transaction
      .rows<KeptDraft>('draft')
      .filter(isThere)
      .toSorted((a, b) => b.keptAt.getTime() - a.keptAt.getTime() || (a.id < b.id ? -1 : 1))
      .map((draft) => ({ ...draft, base: baseOf(draft) }))
  const baseOf = ({ pageId, baseRevision }: KeptDraft): FoundDraft['base'] => {
    const page = transaction.row<Page>('page', pageId ?? 0)
    const isStarted = (state: Pick<Page, 'revision'>): boolean => state.revision === baseRevision
    const versions = transaction.rows<PageVersion>('version').filter((version) => version.pageId === pageId)
    const state = [...(page ? [page] : []), ...versions].find(isStarted)
    return state ? { title: state.title, content: state.content, catalogId: page?.catalogId ?? 0 } : null
  }
  const whole = (drafts: readonly FoundDraft[]) => drafts.map((draft) => ({ ...draft, isTextOmitted: false }))
  return {
    async keep(draft) {
      const key = `${draft.userId}/${draft.id}`
      await transaction.hold('draft', key)
      const before = transaction.row<KeptDraft>('draft', key)
      if (!before || before.keptAt <= draft.keptAt) transaction.write('draft', key, draft)
    },
    headsOfPage: async (userId, pageId) => found((draft) => draft.userId === userId && draft.pageId === pageId),
    headsOfNewPages: async (userId, itemId) => found((draft) => draft.userId === userId && draft.itemId === itemId),
    byId: async (userId, id) => found((draft) => draft.userId === userId && draft.id === id)[0] ?? null,
    // A simulated writer never has more than the limit of an answer.
    ofPage: async (userId, pageId) => whole(found((draft) => draft.userId === userId && draft.pageId === pageId)),
    ofNewPages: async (userId, itemId) => whole(found((draft) => draft.userId === userId && draft.itemId === itemId)),
    async drop(userId, id, until) {
      const key = `${userId}/${id}`
      await transaction.hold('draft', key)
      const before = transaction.row<KeptDraft>('draft', key)
      if (before && before.keptAt <= until) transaction.write('draft', key, null)
    },
  }
}
