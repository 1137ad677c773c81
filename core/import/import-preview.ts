import type { Catalog } from '../catalog/catalog.ts'
import type { ContentChange } from '../page/kind.ts'
import type { ImportPlan, PlannedCatalog } from './import-plan.ts'
import type { ComparedPage } from './import-record.ts'

/** A row of what an import would make. */
export interface PreviewRow {
  readonly title: string
  /** 1 for the first level. */
  readonly level: number
  readonly kind: 'catalog' | 'page'
  readonly state: ComparedPage['state']
  /** Of a page that the file changes, what that means; empty when nothing is known of it. */
  readonly changes: readonly ContentChange[]
}

/**
 * What an import would make, as a tree: catalogs before what lies in them.
 * @param catalogs those the item has already
 * @param changesOf what is known of the changes of a page, by its id
 */
export function previewOf(
  plan: ImportPlan,
  compared: readonly ComparedPage[],
  catalogs: readonly Catalog[],
  changesOf: ReadonlyMap<number, readonly ContentChange[]>,
): readonly PreviewRow[] {
  const there = catalogsThere(plan.catalogs, catalogs)
  const pagesIn = Map.groupBy(compared, ({ planned }) => planned.catalogId)
  const catalogsIn = Map.groupBy(plan.catalogs, ({ parentId }) => parentId)
  const rowsOf = (parentId: string | null, level: number): readonly PreviewRow[] => [
    ...(pagesIn.get(parentId) ?? []).map(({ planned: { title }, state, live }) => {
      const changes = live ? (changesOf.get(live.id) ?? []) : []
      return { title, level, kind: 'page', state, changes } as const
    }),
    ...(catalogsIn.get(parentId) ?? []).flatMap(({ id, name }) => [
      { title: name, level, kind: 'catalog', state: there.has(id) ? 'same' : 'new', changes: [] } as const,
      ...rowsOf(id, level + 1),
    ]),
  ]
  return rowsOf(null, 1)
}

/** The catalogs of the item that catalogs of the file are one with, by what the file calls them. */
function catalogsThere(planned: readonly PlannedCatalog[], catalogs: readonly Catalog[]): ReadonlyMap<string, Catalog> {
  const there = new Map<string, Catalog>()
  for (const { id, parentId, name } of planned) {
    const parent = parentId === null ? null : there.get(parentId)?.id
    const same = parent === undefined ? undefined : catalogNamed(catalogs, parent, name)
    if (same) there.set(id, same)
  }
  return there
}

/** Catalogs of the same name in the same place are one. */
export const catalogNamed = (
  catalogs: readonly Catalog[],
  parentId: number | null,
  name: string,
): Catalog | undefined => catalogs.find((each) => each.parentId === parentId && each.name === name)
