import { ownName } from '#web/session/own-names.ts'
import type { DraftMark } from './draft-store.ts'

/**
 * Drafts whose text was saved or discarded on this device. The server may still have them: what removes them there may
 * be lost when the window closes, or be overtaken by the draft itself.
 */
export interface GoneDrafts {
  /** @param revision of the page then; 0 for a new one */
  add(marks: readonly DraftMark[], revision: number): void
  /** @param revision of the page now: a server that was restored has an earlier one, and not what was saved since */
  has(mark: DraftMark, revision: number): boolean
}

interface Gone extends DraftMark {
  readonly revision: number
}

const KEY = 'gone-drafts'
/** The server keeps fewer drafts of a person. */
const MOST_REMEMBERED = 200

/** Not remembered where the browser stores nothing. */
export const goneDrafts: GoneDrafts = {
  add(marks, revision) {
    try {
      const kept = remembered().filter(({ id }) => marks.every((mark) => mark.id !== id))
      const all = [...kept, ...marks.map(({ id, keptAt }): Gone => ({ id, keptAt, revision }))]
      localStorage.setItem(ownName(KEY), JSON.stringify(all.slice(-MOST_REMEMBERED)))
    } catch {
      // Then they may be offered again.
    }
  },
  has({ id, keptAt }, revision) {
    return remembered().some((gone) => gone.id === id && keptAt <= gone.keptAt && gone.revision <= revision)
  },
}

function remembered(): readonly Gone[] {
  try {
    return JSON.parse(localStorage.getItem(ownName(KEY)) ?? '[]') as Gone[]
  } catch {
    return []
  }
}
