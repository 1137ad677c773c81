import type { Catalog } from '#core/catalog/catalog.ts'
import type { Language } from '#core/language.ts'
import { MOVED_DRAFT, type KeptDraft } from '#core/page/kept-draft.ts'
import { titled, type Page } from '#core/page/page.ts'
import type { PageVersion } from '#core/page/version.ts'
import type { ShowdocDeletion, ShowdocHistory, ShowdocPage, ShowdocVersion } from '../pages.ts'
import type { Findings } from './findings.ts'

/** The target of pages. */
export interface PagePlace {
  readonly itemId: number
  readonly ownerId: number
  readonly catalogs: readonly Catalog[]
  readonly deletions: ReadonlyMap<number, ShowdocDeletion>
  readonly language: Language
  /** Used for times that ShowDoc does not know. */
  readonly now: Date
  /** When what is deleted gets into the recycle bin. */
  readonly binnedAt: Date
}

/**
 * A planned page. What a program wrote belongs to the owner, who gave it access.
 */
export function plannedPage(
  page: ShowdocPage,
  { ids, earliest }: ShowdocHistory,
  place: PagePlace,
  findings: Findings,
): Page {
  const { id, itemId, order, authorId } = page
  const savedAt = page.savedAt ?? page.createdAt ?? place.now
  const title = titled(page.title, place.language)
  if (title !== page.title) {
    if (page.title.trim() === '') findings.change('page', id, 'pageWithoutTitle', { title })
    else findings.change('page', id, 'blanksLeftOut')
  }
  if (authorId === null) findings.change('page', id, 'authorUnknown')
  const catalogId = catalogIn(place, page.catalogId)
  // Of deleted pages it is mostly gone: it was deleted with them.
  if (page.catalogId !== null && catalogId === null && !page.isDeleted) findings.change('page', id, 'catalogGone')
  return {
    ...{ id, itemId, order, title, authorId: authorId ?? place.ownerId },
    content: contentOf('page', page, findings),
    catalogId,
    revision: ids.length + 1,
    createdAt: page.createdAt ?? (earliest !== null && earliest < savedAt ? earliest : savedAt),
    savedAt,
    deletion: page.isDeleted ? deletionOf(page, place, findings) : null,
  }
}

/** A draft that only its author can see stays one; null when the author's account is missing. */
export function plannedDraft(
  page: ShowdocPage,
  place: PagePlace,
  userIds: ReadonlySet<number>,
  findings: Findings,
): KeptDraft | null {
  if (page.authorId === null || !userIds.has(page.authorId)) return null
  return {
    ...{ userId: page.authorId, id: `${MOVED_DRAFT}${page.id}`, pageId: null, itemId: place.itemId },
    title: titled(page.title, place.language),
    content: contentOf('page', page, findings),
    catalogId: catalogIn(place, page.catalogId) ?? 0,
    ...{ baseRevision: null, baseCatalogId: null, keptAt: page.savedAt ?? place.now },
  }
}

/** The planned versions of a page, oldest first. */
export const plannedVersions = (
  versions: readonly ShowdocVersion[],
  place: PagePlace,
  findings: Findings,
): readonly PageVersion[] =>
  versions.map((version, at) => ({
    ...{
      id: version.id,
      pageId: version.pageId,
      catalogId: version.catalogId,
      revision: at + 1,
      comment: version.note,
    },
    title: titled(version.title, place.language),
    content: contentOf('page_history', version, findings),
    authorId: version.authorId ?? place.ownerId,
    savedAt: version.savedAt ?? place.now,
  }))

const catalogIn = ({ catalogs }: PagePlace, id: number | null): number | null =>
  catalogs.find((catalog) => catalog.id === id)?.id ?? null

/**
 * The time to restore a page starts with the import: otherwise the next sweep would purge pages deleted long ago. Pages
 * deleted with their catalog are in no recycle bin of ShowDoc 3.
 */
function deletionOf({ id, authorId }: ShowdocPage, { deletions, ownerId, binnedAt }: PagePlace, findings: Findings) {
  const deletion = deletions.get(id)
  if (!deletion) findings.change('page', id, 'recycled')
  else if (deletion.at !== null) findings.change('page', id, 'recycledAnew', { time: deletion.at.toISOString() })
  return { byId: deletion?.byId ?? authorId ?? ownerId, at: binnedAt }
}

type Content = Pick<ShowdocPage, 'id' | 'content' | 'doubt'>

/** As it can be stored: PostgreSQL has no place for the character with the number 0. */
function contentOf(table: 'page' | 'page_history', { id, content, doubt }: Content, findings: Findings): string {
  const column = 'page_content'
  if (doubt !== null) findings.change(table, id, doubt, { column })
  if (!content.includes('\0')) return content
  findings.change(table, id, 'zerosLeftOut', { column })
  return content.replaceAll('\0', '')
}
