import type { ShowdocItemKey } from './items.ts'
import type { Mark } from './key-marks.ts'
import type { ShowdocPageLink } from './pages.ts'
import { CAME, ENDED } from './row-sums.ts'

/** A key of ShowDoc, as it is compared. */
export interface KeyThere {
  /** Of its row. */
  readonly id: number
  /** Of its page or item. */
  readonly ownerId: number
  readonly key: string
}

export const asThere = ({ id, itemId, apiKey, apiToken }: ShowdocItemKey): KeyThere => ({
  ...{ id, ownerId: itemId },
  key: JSON.stringify([apiKey, apiToken]),
})

export const linkThere = ({ id, pageId, key }: ShowdocPageLink): KeyThere => ({ id, ownerId: pageId, key })

/** `taken`: another item here has the key; `own`: its page or item has another one, which was made here. */
export type KeyState = 'came' | 'taken' | 'own'

/** A key that came, as it was noted. */
export interface NotedKey extends Pick<KeyThere, 'id' | 'ownerId'> {
  readonly mark: string
  /** What the link of a page was noted by, before the site's key could change without it. */
  readonly digest?: string
}

/** Page and digest of a link, see `NotedKey`. */
const FORMER = /^(\d+) (\S+)$/
const NOTE = /^(came|taken|own) (\d+) ([\da-f]+)$/

/** What is noted of the keys of a ShowDoc that came earlier, by the ids of their rows. */
export class KeyNotes {
  readonly #notes: ReadonlyMap<number, string>
  readonly #mark: Mark

  constructor(notes: ReadonlyMap<number, string>, mark: Mark) {
    this.#notes = notes
    this.#mark = mark
  }

  /**
   * What became of it here. Of one that an older version brought it is unknown which key it was; `former`: the one that
   * its row was has not ended here yet, and is not to be forgotten before.
   */
  stateOf({ id, ownerId, key }: KeyThere): KeyState | 'new' | 'former' | 'unknown' {
    const note = this.#notes.get(id) ?? ENDED
    if (isOfOlder(note)) return 'unknown'
    const [, state, , mark] = NOTE.exec(note) ?? []
    // Another key may have the number of a former row.
    if (mark === this.#mark(ownerId, key)) return state as KeyState
    return state === 'came' ? 'former' : 'new'
  }

  noteOf(state: KeyState, { ownerId, key }: Pick<KeyThere, 'ownerId' | 'key'>): string {
    return `${state} ${ownerId} ${this.#mark(ownerId, key)}`
  }

  /** Those that came and are no longer there. */
  endedOf(there: readonly KeyThere[]): readonly NotedKey[] {
    const still = new Set(there.map(({ ownerId, key }) => this.#mark(ownerId, key)))
    return [...this.#notes].flatMap(([id, note]) => {
      const [, state, ownerId, mark = ''] = NOTE.exec(note) ?? []
      return state === 'came' && !still.has(mark) ? [{ id, ownerId: Number(ownerId), mark }] : []
    })
  }

  /** What is to be noted where ShowDoc has a key that came under the number of another row now. */
  movedOf(there: readonly KeyThere[]): ReadonlyMap<number, string> {
    const rowsOf = Map.groupBy(there, ({ ownerId, key }) => this.#mark(ownerId, key))
    const moved = [...this.#notes].flatMap(([id, note]) => {
      const [, state, , mark = ''] = NOTE.exec(note) ?? []
      const [row, ...others] = state === 'came' ? (rowsOf.get(mark) ?? []) : []
      return row && [row, ...others].every((each) => each.id !== id) ? [{ id, to: row.id, note }] : []
    })
    return new Map([
      ...moved.map(({ id }) => [id, ENDED] as const),
      ...moved.map(({ to, note }) => [to, note] as const),
    ])
  }

  /** Links by the digests that were noted of them before. */
  formerOf(): readonly (NotedKey & { readonly note: string })[] {
    return [...this.#notes].flatMap(([id, note]) => {
      const [, ownerId, digest] = FORMER.exec(note) ?? []
      return digest === undefined ? [] : [{ id, ownerId: Number(ownerId), mark: '', digest, note }]
    })
  }

  /** Ids of rows that an older version brought and that are no longer there. */
  unknownOf(there: readonly KeyThere[]): readonly number[] {
    const still = new Set(there.map(({ id }) => id))
    return [...this.#notes].flatMap(([id, note]) => (isOfOlder(note) && !still.has(id) ? [id] : []))
  }

  isSame({ ownerId, mark }: NotedKey, key: string): boolean {
    return this.#mark(ownerId, key) === mark
  }

  with(notes: ReadonlyMap<number, string>): KeyNotes {
    return new KeyNotes(new Map([...this.#notes, ...notes]), this.#mark)
  }
}

const isOfOlder = (note: string): boolean => note === CAME || FORMER.test(note)
