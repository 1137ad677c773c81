import type { Catalog } from '../catalog/catalog.ts'
import type { ContentChange } from '../page/kind.ts'
import type { ImportPlan, PlannedCatalog } from './import-plan.ts'
import type { ComparedPage } from './import-record.ts'

/** A row of the preview. */
export interface PreviewRow {
  readonly title: string
  /** 1 for the first level. */
  readonly level: number
  readonly kind: 'catalog' | 'page'
  readonly state: ComparedPage['state']
  /** For a changed page, the meaning of the changes; empty when unknown. */
  readonly changes: readonly ContentChange[]
}

/**
 * The preview of an import as a tree: catalogs before their content.
 * @param catalogs the item's existing catalogs
 * @param changesOf the known changes of a page, by its id
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

/** The existing catalogs that match catalogs of the file, by the file's ids. */
function catalogsThere(planned: readonly PlannedCatalog[], catalogs: readonly Catalog[]): ReadonlyMap<string, Catalog> {
  const there = new Map<string, Catalog>()
  for (const { id, parentId, name } of planned) {
    const parent = parentId === null ? null : there.get(parentId)?.id
    const same = parent === undefined ? undefined : catalogNamed(catalogs, parent, name)
    if (same) there.set(id, same)
  }
  return there
}

/** Catalogs with the same name at the same place match. */
export const catalogNamed = (
  catalogs: readonly Catalog[],
  parentId: number | null,
  name: string,
): Catalog | undefined => catalogs.find((each) => each.parentId === parentId && each.name === name)
