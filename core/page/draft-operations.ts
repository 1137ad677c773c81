import { z } from 'zod'
import { openItem, openPage, requireLogin } from '../access/doors.ts'
import { catalogIdOrNone } from '../catalog/fields.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { always, command, query } from '../operation.ts'
import { id, idOrNone, line, noted, nothing, text, wired } from '../schema.ts'
import { DRAFTS_PER_USER, MOVED_DRAFT, type DraftHead, type FoundDraft } from './kept-draft.ts'

const draftId = () => z.string().regex(/^[\w-]{8,64}$/)
/** Of an editor, which cannot name a draft that moved in. */
const ownDraftId = () => z.string().regex(new RegExp(`^(?!${MOVED_DRAFT})[\\w-]{8,64}$`))
/** Milliseconds since 1970, by the editor's own clock. */
const moment = () => z.number().int().min(0).max(8_640_000_000_000)

const pageText = {
  pageTitle: z.string(),
  pageContent: z.string(),
  catalogId: catalogIdOrNone(),
}
const DraftHeadView = z.object({
  draftId: draftId(),
  pageTitle: z.string(),
  catalogId: catalogIdOrNone(),
  keptAt: moment(),
  /** 0 for a new page. */
  baseRevision: idOrNone(),
  /** The page's catalog according to the editor; null for a new page, and when not sent. */
  baseCatalogId: wired('base_cat_id', idOrNone().nullable()),
})
const DraftView = z.object({
  draftId: draftId(),
  ...pageText,
  keptAt: moment(),
  /** 0 for a new page. */
  baseRevision: idOrNone(),
  /** The page's catalog according to the editor; null for a new page, and when only the catalog of `base` is known. */
  baseCatalogId: wired('base_cat_id', idOrNone().nullable()),
  /** The state the editor started from; null for a new page, and when the server no longer has it. */
  base: z.object(pageText).nullable(),
})
const ListedDraftView = DraftView.extend({
  /** The text is empty only because newer ones have used up the limit of an answer. */
  isTextOmitted: z.boolean().optional(),
})

/** Total bytes of the texts of all drafts in one answer, with the states they started from. */
const DRAFTS_BYTES = 8 * 1024 * 1024

/** Drafts leave no trace: no history, no log, no event, and only their author can read them. */
export const draftOperations = {
  keepDraft: command({
    summary: 'Keeps the unsaved text of one editor for its author alone. A later text of it is never replaced.',
    audience: 'user',
    input: z.object({
      draftId: ownDraftId(),
      pageId: idOrNone().default(0),
      itemId: idOrNone().default(0),
      pageTitle: noted({ urlencoded: true }, line(limits.titleLength).default('')),
      pageContent: noted({ urlencoded: true }, text(limits.pageContentLength)),
      catalogId: catalogIdOrNone().default(0),
      baseRevision: id().optional(),
      baseCatalogId: wired('base_cat_id', idOrNone().optional()),
      keptAt: moment(),
    }),
    output: nothing(),
    example: { draftId: 'tab-0001', pageId: 1, pageTitle: 'Log in', pageContent: '# Log', baseRevision: 1, keptAt: 1 },
    async run(ctx, { draftId: own, pageTitle: title, pageContent: content, catalogId, ...input }) {
      const place = await openPlace(ctx, input)
      await productStore(ctx.store).drafts.keep(
        {
          userId: requireLogin(ctx),
          id: own,
          ...place,
          title,
          content,
          catalogId,
          baseRevision: input.baseRevision ?? null,
          baseCatalogId: input.baseCatalogId ?? null,
          keptAt: new Date(input.keptAt),
        },
        DRAFTS_PER_USER,
      )
      return {}
    },
  }),

  drafts: query({
    summary:
      "The caller's own unsaved texts of a page, or of new pages of an item (pageId 0), without the texts themselves, newest first.",
    audience: 'user',
    rest: { path: 'page/draftList' },
    input: z.object({ pageId: idOrNone().default(0), itemId: idOrNone().default(0) }),
    output: z.array(DraftHeadView),
    example: { pageId: 1 },
    async run(ctx, input) {
      const { pageId, itemId } = await openPlace(ctx, input)
      const userId = requireLogin(ctx)
      const heads = await (pageId === null
        ? productStore(ctx.store).drafts.headsOfNewPages(userId, itemId)
        : productStore(ctx.store).drafts.headsOfPage(userId, pageId))
      return heads.map(draftHeadView)
    },
  }),

  draft: query({
    summary: 'One unsaved text of the caller, in a list of one; empty when it is gone.',
    audience: 'user',
    input: z.object({ pageId: idOrNone().default(0), itemId: idOrNone().default(0), draftId: draftId() }),
    output: z.array(DraftView),
    example: { pageId: 1, draftId: 'tab-0001' },
    async run(ctx, { draftId: own, ...input }) {
      const { pageId, itemId } = await openPlace(ctx, input)
      const draft = await productStore(ctx.store).drafts.byId(requireLogin(ctx), own)
      return draft?.pageId === pageId && draft.itemId === itemId ? [draftView(draft)] : []
    },
  }),

  draftsWithTexts: query({
    summary:
      "The caller's own unsaved texts of a page, or of new pages of an item (pageId 0), newest first; 8 MB of texts at most, those of older ones are left out and empty.",
    audience: 'user',
    rest: { path: 'page/drafts' },
    restOnly: true,
    isHeavy: always,
    input: z.object({ pageId: idOrNone().default(0), itemId: idOrNone().default(0) }),
    output: z.array(ListedDraftView),
    example: { pageId: 1 },
    async run(ctx, input) {
      const { pageId, itemId } = await openPlace(ctx, input)
      const userId = requireLogin(ctx)
      const found = await (pageId === null
        ? productStore(ctx.store).drafts.ofNewPages(userId, itemId, DRAFTS_BYTES)
        : productStore(ctx.store).drafts.ofPage(userId, pageId, DRAFTS_BYTES))
      return found.map((draft) => ({ ...draftView(draft), ...(draft.isTextOmitted && { isTextOmitted: true }) }))
    },
  }),

  dropDraft: command({
    summary: 'Removes an unsaved text of the caller, as it was kept up to a moment. One that is not there is no error.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ draftId: draftId(), keptAt: moment() }),
    output: nothing(),
    example: { draftId: 'tab-0001', keptAt: 1 },
    async run(ctx, { draftId: own, keptAt }) {
      await productStore(ctx.store).drafts.drop(requireLogin(ctx), own, new Date(keptAt))
      return {}
    },
  }),
}

type Place = { readonly pageId: number; readonly itemId: null } | { readonly pageId: null; readonly itemId: number }

/** Drafts require the right to edit. @throws DomainError as the doors */
async function openPlace(ctx: Context, { pageId, itemId }: Record<'pageId' | 'itemId', number>): Promise<Place> {
  if (pageId === 0) return { pageId: null, itemId: (await openItem(ctx, itemId, 'edit', 'somewhere')).item.id }
  return { pageId: (await openPage(ctx, pageId, 'edit', 'besideLock')).page.id, itemId: null }
}

const draftHeadView = ({
  id: own,
  title,
  keptAt,
  baseRevision,
  ...head
}: DraftHead): z.input<typeof DraftHeadView> => ({
  draftId: own,
  pageTitle: title,
  catalogId: head.catalogId,
  keptAt: keptAt.getTime(),
  baseRevision: baseRevision ?? 0,
  baseCatalogId: head.baseCatalogId,
})

const draftView = ({ id: own, title, content, catalogId, ...draft }: FoundDraft): z.input<typeof DraftView> => ({
  draftId: own,
  pageTitle: title,
  pageContent: content,
  catalogId,
  keptAt: draft.keptAt.getTime(),
  baseRevision: draft.baseRevision ?? 0,
  baseCatalogId: draft.baseCatalogId,
  base: draft.base && {
    pageTitle: draft.base.title,
    pageContent: draft.base.content,
    catalogId: draft.base.catalogId,
  },
})
