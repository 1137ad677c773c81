import type { Database, Store } from '#core/ports/store.ts'
import type { DraftStore } from '#web/editor/draft-store.ts'
import type { SimulatedOperations } from './simulated-operations.ts'

/** A bug put into the product on purpose, which the simulation has to find. */
export interface Sabotage {
  operations?(operations: SimulatedOperations): SimulatedOperations
  database?(database: Database): Database
  journal?(journal: DraftStore): DraftStore
  beforeSave?(editorId: string, journal: DraftStore): void
}

/** Fields of a save that the server does not look at. */
const blindTo =
  (field: 'baseRevision' | 'saveId') =>
  (operations: SimulatedOperations): SimulatedOperations => ({
    ...operations,
    save: { ...operations.save, run: (ctx, input) => operations.save.run(ctx, { ...input, [field]: undefined }) },
  })

const changedStore =
  (change: (store: Store) => Partial<Store>) =>
  (database: Database): Database => {
    const changed = <S extends Store>(store: S): S => ({ ...store, ...change(store) })
    return { ...changed(database), transaction: (work) => database.transaction((store) => work(changed(store))) }
  }

const nothing = async (): Promise<void> => undefined

export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'the base revision is ignored': { operations: blindTo('baseRevision') },
  'receipts are ignored': { operations: blindTo('saveId') },
  'a receipt is written beside the transaction': {
    database: (database) => ({
      ...database,
      transaction: (work) => database.transaction((store) => work({ ...store, saves: savesAlone(database) })),
    }),
  },
  'a page is written whatever its revision': {
    database: changedStore(({ pages, access }) => ({
      pages: {
        ...pages,
        async update(page, basedOn) {
          if (await pages.update(page, basedOn)) return true
          const stored = (await access.ofPage(page.id, page.authorId))?.page
          return pages.update(page, stored?.revision ?? 0)
        },
      },
    })),
  },
  'the former state is not kept': {
    database: changedStore(({ versions }) => ({ versions: { ...versions, keep: nothing } })),
  },
  'drafts go before the acknowledgement': {
    beforeSave: (editorId, journal) => void journal.remove(editorId, Infinity),
  },
  'the journal writes nothing': { journal: (journal) => ({ ...journal, put: nothing }) },
}

const savesAlone = (database: Database): Store['saves'] => ({
  ...database.saves,
  claim: (userId, saveId, at) => database.transaction(({ saves }) => saves.claim(userId, saveId, at)),
  complete: (userId, saveId, receipt) => database.transaction(({ saves }) => saves.complete(userId, saveId, receipt)),
})
