import type { Findings } from './reader.ts'

/** As deep as catalogs go. */
const DEEPEST = 3

/** Catalogs of a tree that may be deeper than ours: what lies below comes into the lowest there can be. */
export interface TreePlace {
  readonly id: string | null
  readonly level: number
}
export const ROOT: TreePlace = { id: null, level: 0 }

/** @returns where that lies which the file has in this folder */
export function placeBelow(
  into: Findings,
  above: TreePlace,
  { id, name, order }: { readonly id: string; readonly name: string; readonly order?: number },
): TreePlace {
  if (above.level >= DEEPEST) return above
  into.catalog({ id, parentId: above.id, name, ...(order === undefined ? {} : { order }) })
  return { id, level: above.level + 1 }
}
