import type { ItemType } from '../item/item.ts'

/** What people read in contents, for those who have the contents alone: the index of the search. */
export interface PageTexts {
  /** Whether every content there can be is its own text. */
  readonly arePlain: boolean
  /** Null where the content itself is the text. */
  textOf(itemType: ItemType, content: string): Promise<string | null>
}
