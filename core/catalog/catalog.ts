/** A folder of an item. */
export interface Catalog {
  readonly id: number
  readonly itemId: number
  readonly parentId: number | null
  readonly name: string
  /** 1 for the first level; REST shows it as 2 (spec §9). */
  readonly level: 1 | 2 | 3
  /** Smaller is earlier; 99 unless sorted. */
  readonly order: number
}
