import { DraftKeeper } from '#web/editor/draft-keeper.ts'
import type { Draft, DraftStore } from '#web/editor/draft-store.ts'
import type { GoneDrafts } from '#web/editor/gone-drafts.ts'
import { browserTime } from '#web/editor/time.ts'

/** The page on the server, and where it is. */
export const stored = { title: 'Login', content: 'The text on the server', catalogId: 0 }
const place = { username: 'ann', itemId: 1, pageId: 2 }

/** A place where drafts are kept, as a device or the server has it. */
export function cache() {
  const kept = new Map<string, Draft>()
  const gone = new Map<string, { readonly keptAt: number; readonly revision: number }>()
  let isBroken = false
  const orFail = async () => {
    if (isBroken) throw new Error('broken')
  }
  const put = async (draft: Draft) => {
    await orFail()
    kept.set(draft.id, draft)
  }
  const remove = async (id: string, until: number) => {
    await orFail()
    if ((kept.get(id)?.keptAt ?? Infinity) <= until) kept.delete(id)
  }
  const all = async () => {
    await orFail()
    return [...kept.values()]
  }
  return {
    /** Of the page on it. */
    revision: 1,
    texts: () => [...kept.values()].map(({ content }) => content),
    pages: () => [...kept.values()].map(({ pageId }) => pageId),
    add: (draft: Partial<Draft>) => void kept.set(draft.id ?? 'old', { ...old, ...draft }),
    breakDown: () => (isBroken = true),
    mend: () => (isBroken = false),
    gone: {
      add: (marks, revision) => marks.forEach(({ id, keptAt }) => gone.set(id, { keptAt, revision })),
      has: ({ id, keptAt }, revision) =>
        keptAt <= (gone.get(id)?.keptAt ?? 0) && (gone.get(id)?.revision ?? 0) <= revision,
    } satisfies GoneDrafts,
    journal: { put, remove, all, clear: async () => kept.clear() } satisfies DraftStore,
    server: { keep: put, drop: remove, at: all },
  }
}
export const old: Draft = { ...stored, ...place, id: 'old', content: 'typed the day before', base: null, keptAt: 1_000 }

/** An editor without a screen: `type` is a key that is pressed. */
export function openEditor(device = cache(), server = cache(), id = 'editor-1') {
  let content = stored.content
  let base = { page: stored, revision: server.revision }
  let shownAt: number | null = null
  const drafts: DraftKeeper = new DraftKeeper({
    id,
    place,
    journal: device.journal,
    server: server.server,
    gone: device.gone,
    time: browserTime,
    base: () => base,
    unanswered: () => null,
    current: () => ({ ...stored, content }),
    onChange: () => (shownAt = drafts.keptAt),
  })
  return {
    drafts,
    device,
    server,
    /** The time that the screen says the draft was kept at. */
    shownAt: () => shownAt,
    type(letter: string) {
      content += letter
      drafts.touched()
    },
    show(text: string) {
      content = text
      drafts.touched()
    },
    /** The server has saved this text. */
    saved: (text: string, pageId = place.pageId) => {
      server.revision += 1
      base = { page: { ...stored, content: text }, revision: server.revision }
      return drafts.acknowledged(pageId)
    },
  }
}
