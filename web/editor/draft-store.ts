import type { SaveRequest } from './save-request.ts'
import { ownName, ownNamesIn } from '#web/session/own-names.ts'

/** A text not yet acknowledged as saved by the server. */
export interface Draft {
  /** One per open editor, so that two tabs never overwrite each other's drafts. */
  readonly id: string
  readonly username: string
  readonly itemId: number
  /** 0 for a page that was never saved. */
  readonly pageId: number
  readonly title: string
  readonly content: string
  readonly catalogId: number
  /** The state the editor started from; null for a new page. */
  readonly base: DraftBase | null
  /** Milliseconds since 1970. */
  readonly keptAt: number
  /** A save of this editor with unknown outcome: only this device knows about it. */
  readonly unanswered?: SaveRequest | null
  /** Drafts whose text went into this one; they are not offered beside it. Only this device knows about them. */
  readonly madeOf?: readonly DraftMark[]
}

/** The text an editor had kept up to a moment. */
export type DraftMark = Pick<Draft, 'id' | 'keptAt'>

export interface DraftBase {
  readonly revision: number
  readonly title: string
  readonly content: string
  readonly catalogId: number
}

/** The journal of this device. */
export interface DraftStore {
  put(draft: Draft): Promise<void>
  /** Deletes the editor's draft if it was stored up to `until`: more may have been typed since. */
  remove(id: string, until: number): Promise<void>
  all(): Promise<readonly Draft[]>
  clear(): Promise<void>
}

const DATABASE = 'octavo-drafts'
const STORE = 'drafts'
const PREFIX = 'draft:'
const REFUSED = 'the browser keeps no drafts'

/** IndexedDB; local storage where that is missing or refused, e.g. in some private windows. */
export async function openDraftStore(): Promise<DraftStore> {
  try {
    return inDatabase(await openDatabase())
  } catch {
    return inLocalStorage(localStorage)
  }
}

// Some browsers never answer once their database is broken.
const OPENING_MS = 3_000

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(ownName(DATABASE), 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }))
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(REFUSED)), OPENING_MS)
  })
  return Promise.race([resultOf(request), late])
}

function inDatabase(database: IDBDatabase): DraftStore {
  // A full disk is reported when the transaction ends, not when the request does.
  const change = (work: (drafts: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite')
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(REFUSED)))
      work(transaction.objectStore(STORE))
    })
  return {
    put: (draft) => change((drafts) => void drafts.put(draft)),
    remove: (id, until) =>
      change((drafts) => {
        const found = drafts.get(id) as IDBRequest<Draft | undefined>
        found.addEventListener('success', () => {
          if (found.result && found.result.keptAt <= until) drafts.delete(id)
        })
      }),
    all: () => resultOf(database.transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Draft[]>),
    clear: () => change((drafts) => void drafts.clear()),
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(REFUSED)))
  })

function inLocalStorage(storage: Storage): DraftStore {
  const keyOf = (id: string) => ownName(PREFIX + id)
  const keys = () =>
    ownNamesIn(storage)
      .filter((name) => name.startsWith(PREFIX))
      .map(ownName)
  return {
    put: async (draft) => storage.setItem(keyOf(draft.id), JSON.stringify(draft)),
    async remove(id, until) {
      const found = storage.getItem(keyOf(id))
      if (found !== null && (JSON.parse(found) as Draft).keptAt <= until) storage.removeItem(keyOf(id))
    },
    all: async () =>
      keys()
        .map((key) => storage.getItem(key))
        // Another tab may have deleted it at this moment.
        .filter((text) => text !== null)
        .map((text) => JSON.parse(text) as Draft),
    clear: async () => {
      for (const key of keys()) storage.removeItem(key)
    },
  }
}
