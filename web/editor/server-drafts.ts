import { server } from '#web/api/trpc.ts'
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

/** A draft on the wire: `page.draft`. */
export interface SentDraft {
  readonly draftId: string
  readonly pageTitle: string
  readonly pageContent: string
  readonly catalogId: number
  readonly keptAt: number
  readonly baseRevision: number
  readonly baseCatalogId: number | null
  readonly base: Pick<SentDraft, 'pageTitle' | 'pageContent' | 'catalogId'> | null
}

/** Drafts are asked for once and never shown from memory. */
export const serverDrafts: ServerDrafts = {
  async keep(draft) {
    if (!areDraftsOver()) await server.page.keepDraft.mutate(keepingOf(draft))
  },
  async at(place) {
    const { pageId, itemId } = place
    return draftsListed(place, await server.page.drafts.query({ pageId, itemId }), ({ draftId }) =>
      server.page.draft.query({ pageId, itemId, draftId }),
    )
  },
  async drop(id, until) {
    await server.page.dropDraft.mutate({ draftId: id, keptAt: until })
  },
}

/** The drafts of a list, whose texts are asked for one by one: each may be as long as a page can be. */
export async function draftsListed<Head>(
  place: DraftPlace,
  heads: readonly Head[],
  textOf: (head: Head) => Promise<readonly SentDraft[]>,
): Promise<readonly Draft[]> {
  const drafts: Draft[] = []
  for (const head of heads) drafts.push(...(await textOf(head)).map((sent) => receivedAt(place, sent)))
  return drafts
}

/** The input of `page.keepDraft`. */
export const keepingOf = ({ id, pageId, itemId, title, content, catalogId, base, keptAt }: Draft) => ({
  draftId: id,
  pageId,
  itemId,
  pageTitle: title,
  pageContent: content,
  catalogId,
  keptAt,
  ...(base && { baseRevision: base.revision, baseCatalogId: base.catalogId }),
})

/** Where the server no longer has what the editor started from, everything counts as changed: the merge view decides. */
const receivedAt = (place: DraftPlace, { base, baseRevision, baseCatalogId, ...draft }: SentDraft): Draft => ({
  ...place,
  id: draft.draftId,
  title: draft.pageTitle,
  content: draft.pageContent,
  catalogId: draft.catalogId,
  keptAt: draft.keptAt,
  base:
    baseRevision === 0
      ? null
      : {
          revision: baseRevision,
          title: base?.pageTitle ?? '',
          content: base?.pageContent ?? '',
          catalogId: baseCatalogId ?? base?.catalogId ?? draft.catalogId,
        },
})
