import { z } from 'zod'
import { can } from '../access/access.ts'
import { placeOf } from '../access/doors.ts'
import type { OpenPage } from '../access/opened.ts'
import type { SharedPage } from '../access/key-door.ts'
import { catalogIdOrNone } from '../catalog/fields.ts'
import type { OpenServices } from '../context.ts'
import { addedTime, forScreens, id, idOrNone, namingFiles, wired } from '../schema.ts'
import type { PageState, Place } from './compare.ts'
import type { ArticleOfKind } from './content.ts'
import type { ComparedTexts, ContentChange } from './kind.ts'
import { keyOf } from './link.ts'
import type { Page } from './page.ts'
import type { PageVersion } from './version.ts'

const sharedFields = {
  pageId: id(),
  pageTitle: z.string(),
  /** Who saved it last, and when. */
  authorUsername: z.string(),
  savedAt: addedTime(),
  /** The key of the single-page link; '' without one, and for callers without the right to copy the page. */
  uniqueKey: z.string(),
  attachmentCount: z.number(),
}
const pageFields = {
  ...sharedFields,
  itemId: id(),
  catalogId: catalogIdOrNone(),
  order: wired('s_number', z.number()),
  /** Sent back as `base_revision` by an editor that must not overwrite newer text. */
  revision: z.number(),
  canEdit: z.boolean(),
  /** When its single-page link stops working by itself; null for never, and where `uniqueKey` is ''. */
  linkEndsAt: forScreens(z.date().nullable()),
}
const sourceField = { pageContent: z.string() }
/** The id of the page's kind, by which a screen selects its faces. */
const kindField = () => forScreens(z.string())
export const PageView = z.object({ ...pageFields, ...sourceField })
export const WritablePageView = PageView.extend({
  kind: kindField(),
  /** The display names of the plugins that the page may need, and that are not running; '' when none is missing. */
  missingPlugins: forScreens(z.string()),
})

/**
 * Without item and catalog: people with the key learn nothing about the page's surroundings (D48). This text cannot be
 * saved.
 */
export const SharedPageView = z.object({ ...sharedFields, pageContent: namingFiles(z.string()) })

// Readers get the rendered text only, not the source as well.
const articleFields = {
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.number() })),
  kind: kindField(),
  /** Whether it is shown as its kind renders it: its source is shown when that fails (no), or is not done yet (later). */
  isWhole: forScreens(z.enum(['yes', 'later', 'no'])),
}
export const ArticleView = z.object({ ...pageFields, ...articleFields })
export const SharedArticleView = z.object({ ...sharedFields, ...articleFields })

export const SavedPageView = z.object({ pageId: id(), revision: z.number() })

export const versionIdField = () => wired('page_history_id', id())
const versionFields = {
  versionId: versionIdField(),
  pageId: id(),
  /** The revision of the page in this state. */
  revision: forScreens(z.number()),
  pageTitle: z.string(),
  authorUsername: z.string(),
  savedAt: addedTime(),
  comment: wired('page_comments', z.string()),
}
export const VersionHeadView = z.object(versionFields)
export const PageVersionView = z.object({
  ...versionFields,
  pageContent: z.string(),
  /** In long lists the text is left out; it can be requested by the id of the version. */
  isTextOmitted: z.boolean().optional(),
})

const placeField = () => z.array(z.string()).nullable()
const StateView = z.object({
  ...versionFields,
  /** 0 for the current page. */
  versionId: wired('page_history_id', idOrNone()),
  pageContent: z.string(),
})
/** A change described in the caller's language, and whether it breaks clients of the previous state. */
export const ContentChangeView = z.object({ text: z.string(), isBreaking: z.boolean() })
export const ComparedView = z.object({
  itemId: id(),
  before: StateView,
  after: StateView,
  /** The catalogs of the page; null when it did not move. */
  move: z.object({ from: placeField(), to: placeField() }).nullable(),
  /** The texts to compare line by line; null when these are the contents themselves. */
  texts: forScreens(z.object({ before: z.string(), after: z.string() }).nullable()),
  changes: z.array(ContentChangeView),
})

export const pageView = (services: OpenServices, opened: OpenPage): z.input<typeof PageView> => {
  const { access, page } = opened
  const place = placeOf(opened.topCatalogId)
  const maySeeLink = can(access, 'copy', place)
  return {
    ...sharedPageView(opened, ''),
    itemId: page.itemId,
    catalogId: page.catalogId ?? 0,
    order: page.order,
    uniqueKey: maySeeLink ? keyOf(services, page.id, opened.sealedKey) : '',
    linkEndsAt: maySeeLink ? opened.linkEndsAt : null,
    revision: page.revision,
    canEdit: can(access, 'edit', place),
  }
}

export const sharedPageView = (
  { page, authorUsername, attachmentCount }: Omit<SharedPage, 'itemType'>,
  uniqueKey: string,
): z.input<typeof SharedPageView> => ({
  pageId: page.id,
  pageTitle: page.title,
  pageContent: page.content,
  authorUsername,
  savedAt: page.savedAt,
  uniqueKey,
  attachmentCount,
})

export const articleView = (
  services: OpenServices,
  opened: OpenPage,
  article: ArticleOfKind,
): z.input<typeof ArticleView> => ({ ...pageView(services, opened), ...shownArticle(article) })

/** The fields of an article in both views. */
export const shownArticle = ({ html, headings, kind, isWhole }: ArticleOfKind) => ({
  ...{ html, headings: [...headings], kind, isWhole },
})

export const savedPageView = ({
  id: pageId,
  revision,
}: Pick<Page, 'id' | 'revision'>): z.input<typeof SavedPageView> => ({ pageId, revision })

type Authored<T> = T & { readonly authorUsername: string }

export const versionHeadView = (version: Authored<Omit<PageVersion, 'content'>>): z.input<typeof VersionHeadView> => ({
  versionId: version.id,
  pageId: version.pageId,
  revision: version.revision,
  pageTitle: version.title,
  authorUsername: version.authorUsername,
  savedAt: version.savedAt,
  comment: version.comment,
})

export const pageVersionView = (
  version: Authored<PageVersion> & { readonly isTextOmitted?: boolean },
): z.input<typeof PageVersionView> => ({
  ...versionHeadView(version),
  pageContent: version.content,
  ...(version.isTextOmitted && { isTextOmitted: true }),
})

const stateView = ({ versionId, ...state }: PageState): z.input<typeof StateView> =>
  pageVersionView({ ...state, id: versionId ?? 0 })

interface Comparing {
  readonly before: PageState
  readonly after: PageState
  readonly move: { readonly from: Place; readonly to: Place } | null
  readonly texts: ComparedTexts | null
  readonly changes: readonly ContentChange[]
}

export const comparedView = (
  { item }: OpenPage,
  { before, after, move, texts, changes }: Comparing,
): z.input<typeof ComparedView> => ({
  itemId: item.id,
  before: stateView(before),
  after: stateView(after),
  move: move && { from: listOf(move.from), to: listOf(move.to) },
  texts,
  changes: [...changes],
})

const listOf = (place: Place): string[] | null => place && [...place]
