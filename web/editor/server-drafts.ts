import { ask, order } from '#web/api/connection.ts'
import type { Draft } from './draft-store.ts'
import { areDraftsOver, type DraftPlace } from './drafts.ts'

/** The drafts of a person that the server keeps. All of it may fail, which disturbs nobody. */
export interface ServerDrafts {
  keep(draft: Draft): Promise<void>
  /** Those of one page. */
  at(place: DraftPlace): Promise<readonly Draft[]>
  /** Removes what an editor kept up to that moment. */
  drop(id: string, until: number): Promise<void>
}

/** A draft on the wire: `page.drafts`. */
interface SentDraft {
  readonly draftId: string
  readonly pageTitle: string
  readonly pageContent: string
  readonly catId: number
  readonly keptAt: number
  readonly baseRevision: number
  readonly baseCatId: number | null
  readonly base: Pick<SentDraft, 'pageTitle' | 'pageContent' | 'catId'> | null
}

/** `ask` and `order` go past the cache of answers: drafts are asked for once and never shown from memory. */
export const serverDrafts: ServerDrafts = {
  async keep(draft) {
    if (!areDraftsOver()) await order(['page', 'keepDraft'], keepingOf(draft))
  },
  async at(place) {
    const { pageId, itemId } = place
    const sent = (await ask(['page', 'drafts'], { pageId, itemId })) as readonly SentDraft[] | null
    return (sent ?? []).map((draft) => receivedAt(place, draft))
  },
  async drop(id, until) {
    await order(['page', 'dropDraft'], { draftId: id, keptAt: until })
  },
}

/** The input of `page.keepDraft`. */
export const keepingOf = ({ id, pageId, itemId, title, content, catalogId, base, keptAt }: Draft) => ({
  draftId: id,
  pageId,
  itemId,
  pageTitle: title,
  pageContent: content,
  catId: catalogId,
  keptAt,
  ...(base && { baseRevision: base.revision, baseCatId: base.catalogId }),
})

/** Where the server no longer has what the editor started from, everything counts as changed: the merge view decides. */
export const receivedAt = (place: DraftPlace, { base, baseRevision, baseCatId, ...draft }: SentDraft): Draft => ({
  ...place,
  id: draft.draftId,
  title: draft.pageTitle,
  content: draft.pageContent,
  catalogId: draft.catId,
  keptAt: draft.keptAt,
  base:
    baseRevision === 0
      ? null
      : {
          revision: baseRevision,
          title: base?.pageTitle ?? '',
          content: base?.pageContent ?? '',
          catalogId: baseCatId ?? base?.catId ?? draft.catId,
        },
})
