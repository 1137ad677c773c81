import { ownName } from '#web/session/own-names.ts'
import type { DraftMark } from './draft-store.ts'

/**
 * Drafts whose text was saved or discarded on this device. The server may still have them: what removes them there may
 * be lost when the window closes, or be overtaken by the draft itself.
 */
export interface GoneDrafts {
  add(marks: readonly DraftMark[]): void
  has(mark: DraftMark): boolean
}

const KEY = 'gone-drafts'
/** The server keeps fewer drafts of a person. */
const MOST_REMEMBERED = 200

/** Not remembered where the browser stores nothing. */
export const goneDrafts: GoneDrafts = {
  add(marks) {
    try {
      const kept = remembered().filter(({ id }) => marks.every((mark) => mark.id !== id))
      const all = [...kept, ...marks.map(({ id, keptAt }) => ({ id, keptAt }))]
      localStorage.setItem(ownName(KEY), JSON.stringify(all.slice(-MOST_REMEMBERED)))
    } catch {
      // Then they may be offered again.
    }
  },
  has({ id, keptAt }) {
    return remembered().some((gone) => gone.id === id && keptAt <= gone.keptAt)
  },
}

function remembered(): readonly DraftMark[] {
  try {
    return JSON.parse(localStorage.getItem(ownName(KEY)) ?? '[]') as DraftMark[]
  } catch {
    return []
  }
}
