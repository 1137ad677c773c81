import type { Findings } from './reader.ts'

/** The maximum depth of catalogs. */
const DEEPEST = 3

/** Catalogs for a tree that may be deeper than allowed: deeper levels go to the lowest possible one. */
export interface TreePlace {
  readonly id: string | null
  readonly level: number
}
export const ROOT: TreePlace = { id: null, level: 0 }

/** @returns the catalog for the content of this folder */
export function placeBelow(
  into: Findings,
  above: TreePlace,
  { id, name, order }: { readonly id: string; readonly name: string; readonly order?: number },
): TreePlace {
  if (above.level >= DEEPEST) return above
  into.catalog({ id, parentId: above.id, name, ...(order === undefined ? {} : { order }) })
  return { id, level: above.level + 1 }
}
