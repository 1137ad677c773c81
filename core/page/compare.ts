import { visibleCatalogs } from '../access/access.ts'
import type { OpenPage } from '../access/opened.ts'
import { pathOf, visibleOf, type Catalog } from '../catalog/catalog.ts'
import type { Context } from '../context.ts'
import type { PageVersion } from './version.ts'

/** An earlier or the current state of a page. */
export interface PageState extends Omit<PageVersion, 'id'> {
  /** Null for the current state. */
  readonly versionId: number | null
  /** '' when the account is deleted. */
  readonly authorUsername: string
}

/** Names of catalogs from the first level down, empty for the root; null when deleted, or not visible to the caller. */
export type Place = readonly string[] | null

export const presentState = ({ page, authorUsername }: OpenPage): PageState => ({
  versionId: null,
  pageId: page.id,
  revision: page.revision,
  title: page.title,
  catalogId: page.catalogId,
  content: page.content,
  authorId: page.authorId,
  savedAt: page.savedAt,
  comment: '',
  authorUsername,
})

export const formerState = ({ id, ...version }: PageVersion & Pick<PageState, 'authorUsername'>): PageState => ({
  ...version,
  versionId: id,
})

/** The page's former and new place; null when it did not move in between. */
export async function moveBetween(
  { store }: Context,
  { item, access }: OpenPage,
  before: PageState,
  after: PageState,
): Promise<{ readonly from: Place; readonly to: Place } | null> {
  if (before.catalogId === after.catalogId) return null
  const catalogs = visibleOf(await store.catalogs.ofItem(item.id), visibleCatalogs(access))
  return { from: placeIn(catalogs, before.catalogId), to: placeIn(catalogs, after.catalogId) }
}

function placeIn(catalogs: readonly Catalog[], id: number | null): Place {
  const path = pathOf(catalogs, id).map(({ name }) => name)
  return id !== null && path.length === 0 ? null : path
}
