import { z } from 'zod'
import { can } from '../access/access.ts'
import { placeOf, type OpenPage } from '../access/doors.ts'
import type { Article } from '../ports/rendering.ts'
import { id, idOrNone, wired } from '../schema.ts'
import type { Page } from './page.ts'
import type { PageVersion } from './version.ts'

const pageFields = {
  pageId: id(),
  itemId: id(),
  catId: idOrNone(),
  pageTitle: z.string(),
  pageContent: z.string(),
  /** Who saved last, and when. */
  authorUsername: z.string(),
  addtime: z.date(),
  sNumber: wired('s_number', z.number()),
  /** The single-page link's key; empty without one. */
  uniqueKey: z.string(),
  attachmentCount: z.number(),
  /** Sent back as `base_revision` by an editor that must not overwrite a newer text. */
  revision: z.number(),
  canEdit: z.boolean(),
}
export const PageView = z.object(pageFields)

export const ArticleView = z.object({
  ...pageFields,
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.number() })),
})

export const SavedPageView = z.object({ pageId: id(), revision: z.number() })

export const PageVersionView = z.object({
  pageHistoryId: id(),
  pageId: id(),
  pageTitle: z.string(),
  pageContent: z.string(),
  authorUsername: z.string(),
  addtime: z.date(),
  pageComments: z.string(),
})

export const pageView = ({ page, access, authorUsername, topCatalogId }: OpenPage): z.input<typeof PageView> => ({
  pageId: page.id,
  itemId: page.itemId,
  catId: page.catalogId ?? 0,
  pageTitle: page.title,
  pageContent: page.content,
  authorUsername,
  addtime: page.savedAt,
  sNumber: page.order,
  uniqueKey: '',
  attachmentCount: 0,
  revision: page.revision,
  canEdit: can(access, 'edit', placeOf(topCatalogId)),
})

export const articleView = (opened: OpenPage, { html, headings }: Article): z.input<typeof ArticleView> => ({
  ...pageView(opened),
  html,
  headings: [...headings],
})

export const savedPageView = ({
  id: pageId,
  revision,
}: Pick<Page, 'id' | 'revision'>): z.input<typeof SavedPageView> => ({ pageId, revision })

export const pageVersionView = (
  version: PageVersion & { readonly authorUsername: string },
): z.input<typeof PageVersionView> => ({
  pageHistoryId: version.id,
  pageId: version.pageId,
  pageTitle: version.title,
  pageContent: version.content,
  authorUsername: version.authorUsername,
  addtime: version.savedAt,
  pageComments: version.comment,
})
