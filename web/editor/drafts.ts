import { limits } from '#core/limits.ts'
import { commonEnds } from './common-ends.ts'
import { openDraftStore, type Draft, type DraftStore } from './draft-store.ts'

/** The state of a page in the editor. */
export interface PageDraft {
  readonly title: string
  readonly content: string
  readonly catalogId: number
}
export interface DraftPlace {
  readonly username: string
  readonly itemId: number
  /** 0 for a new page. */
  readonly pageId: number
}

let opened: Promise<DraftStore> | undefined

/** Browsers sometimes lose the connection to their database for good: a failed operation is tried once on a new one. */
async function inStore<T>(work: (store: DraftStore) => Promise<T>): Promise<T> {
  const used = (opened ??= openDraftStore())
  try {
    return await work(await used)
  } catch {
    if (opened === used) opened = openDraftStore()
    return work(await (opened ?? used))
  }
}

// An editor that is still open must not restore drafts the person has discarded.
let isOver = false

/** The journal of this device, opened on first use. */
export const deviceJournal: DraftStore = {
  async put(draft) {
    await inStore(async (store) => {
      if (!isOver) await store.put(draft)
    })
  },
  remove: (id, until) => inStore((store) => store.remove(id, until)),
  all: () => inStore((store) => store.all()),
  clear: () => inStore((store) => store.clear()),
}

/** Whether drafts are discarded for good, here and on the server. */
export const areDraftsOver = (): boolean => isOver

/** The drafts of this page worth offering, newest first: the last one of each editor, without duplicate texts. */
export function worthOffering(found: readonly Draft[], stored: PageDraft): readonly Draft[] {
  const offered: Draft[] = []
  for (const draft of found.toSorted((a, b) => b.keptAt - a.keptAt)) {
    const isKnown = offered.some((other) => other.id === draft.id || isSameText(other, draft))
    if (!isKnown && isWorthOffering(draft, stored)) offered.push(draft)
  }
  return offered
}

/** The drafts of this page in a journal. */
export const draftsAt = async (journal: DraftStore, place: DraftPlace): Promise<readonly Draft[]> =>
  (await journal.all()).filter((draft) => isAt(draft, place))

/** Whether `clearDrafts` would lose texts on this device. */
export async function hasUnsavedDrafts(): Promise<boolean> {
  return (await deviceJournal.all()).some(isLongEnough)
}

/** Deletes all drafts, and stores none until a new document is loaded: for the logout, after confirmation. */
export async function endDrafts(): Promise<void> {
  isOver = true
  await clearDrafts()
}

/** Deletes all drafts of all accounts from this device. */
export async function clearDrafts(): Promise<void> {
  await deviceJournal.clear()
}

/**
 * The draft at the current place of its page, unless its author chose another place: otherwise accepting it would move
 * a page back that somebody has moved meanwhile.
 */
export function placedLike(stored: PageDraft, draft: Draft): Draft {
  if (draft.base === null || draft.catalogId !== draft.base.catalogId) return draft
  const { catalogId } = stored
  return { ...draft, catalogId, base: { ...draft.base, catalogId } }
}

/** DRAFT-03, DRAFT-04. */
export const isWorthOffering = (draft: PageDraft, stored: PageDraft): boolean =>
  isLongEnough(draft) && !isSamePage(draft, stored)

/** Shorter texts are not worth asking about (spec §4); the line break added by rich text does not count. */
const isLongEnough = ({ content }: PageDraft): boolean => content.trimEnd().length > limits.draftLongestForgotten

export const isSamePage = (one: PageDraft, other: PageDraft): boolean =>
  one.title === other.title && one.content === other.content && one.catalogId === other.catalogId

/** The faces of the editor differ in the final line break. */
export const isSameText = (one: PageDraft, other: PageDraft): boolean =>
  isSamePage({ ...one, content: one.content.trimEnd() }, { ...other, content: other.content.trimEnd() })

/** Roughly how many characters changed: those between the equal beginnings and the equal ends. */
export function changedCharacters(one: string, other: string): number {
  const { head, tail } = commonEnds(one, other)
  return Math.max(one.length, other.length) - head - tail
}

/** A page is the same in whatever item it is now. */
const isAt = (draft: Draft, { username, itemId, pageId }: DraftPlace): boolean =>
  draft.username === username && draft.pageId === pageId && (pageId !== 0 || draft.itemId === itemId)
