import { byOrder, type Catalog, type CatalogLevel } from '#core/catalog/catalog.ts'
import { nameOnLastLevel } from '#core/catalog/path.ts'
import { limits } from '#core/limits.ts'
import type { ShowdocCatalog } from '../catalogs.ts'
import type { Findings } from './findings.ts'

/**
 * The planned catalogs of one item, parents before children. Octavo has three levels: a deeper catalog is moved to the
 * third, after the one that contained it, and is named by its path from there. A catalog whose parent is missing,
 * belongs to another item or is its own descendant is moved to the first level.
 */
export function plannedCatalogs(catalogs: readonly ShowdocCatalog[], findings: Findings): readonly Catalog[] {
  const ids = new Set(catalogs.map(({ id }) => id))
  const below = Map.groupBy(catalogs.toSorted(byOrder), ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const planned = new Map<number, Catalog>()
  const settle = (each: ShowdocCatalog, parent: Catalog | null): void => {
    if (planned.has(each.id)) return
    const settled = placed(each, parent)
    planned.set(each.id, settled)
    if (each.name.trim() === '') findings.change('catalog', each.id, 'itemWithoutName', { name: each.id })
    else if (each.name.trim() !== each.name) findings.change('catalog', each.id, 'nameTrimmed')
    if (parent?.level === limits.catalogDepth) findings.change('catalog', each.id, 'tooDeep', { name: settled.name })
    if (parent === null && each.parentId !== null) findings.change('catalog', each.id, 'parentGone')
    for (const child of below.get(each.id) ?? []) settle(child, settled)
  }
  for (const root of below.get(null) ?? []) settle(root, null)
  // The remaining ones form a cycle.
  for (const each of catalogs) settle(each, null)
  return numbered([...planned.values()], catalogs)
}

function placed({ id, itemId, name: typed, order }: ShowdocCatalog, parent: Catalog | null): Catalog {
  const name = typed.trim() || String(id)
  if (parent?.level === limits.catalogDepth) return { ...parent, id, name: nameOnLastLevel([parent.name, name]) }
  const level = ((parent?.level ?? 0) + 1) as CatalogLevel
  return { id, itemId, parentId: parent?.id ?? null, name, level, order }
}

/**
 * When catalogs were moved up to the third level, all catalogs beside them are renumbered in their former order, each
 * before its descendants.
 */
function numbered(planned: readonly Catalog[], before: readonly ShowdocCatalog[]): readonly Catalog[] {
  const parentOf = new Map(before.map(({ id, parentId }) => [id, parentId]))
  const isFlattened = ({ id, level, parentId }: Catalog): boolean =>
    level === limits.catalogDepth && parentOf.get(id) !== parentId
  const crowded = new Set(planned.filter(isFlattened).map(({ parentId }) => parentId))
  const counts = new Map<number, number>()
  return planned.map((catalog) => {
    if (catalog.parentId === null || !crowded.has(catalog.parentId)) return catalog
    const order = (counts.get(catalog.parentId) ?? 0) + 1
    counts.set(catalog.parentId, order)
    return { ...catalog, order }
  })
}
