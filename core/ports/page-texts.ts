import type { ItemType } from '../item/item.ts'

/** Extracts the readable text from page contents, for code that has only the contents: the search index. */
export interface PageTexts {
  /** Whether every possible content is its own text. */
  readonly arePlain: boolean
  /** Null when the content itself is the text. */
  textOf(itemType: ItemType, content: string): Promise<string | null>
  /** Whether the content is of a kind that is missing here, and another server may have. */
  isOfMissingKind?(itemType: ItemType, content: string): Promise<boolean>
}
