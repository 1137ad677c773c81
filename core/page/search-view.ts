import { z } from 'zod'
import type { PageHit } from '../ports/store.ts'
import { addedTime, id, idOrNone } from '../schema.ts'
import { excerptOf, marked } from './search.ts'

export const TextPartView = z.object({ text: z.string(), isHit: z.boolean() })

export const SearchView = z.object({
  /** The item searched in; 0 for all items of the caller. */
  itemId: idOrNone(),
  itemName: z.string(),
  pages: z.array(
    z.object({
      pageId: id(),
      itemId: id(),
      itemName: z.string(),
      pageTitle: z.string(),
      /** The text around the first hit, as one text and in parts with the hits marked. */
      searchContent: z.string(),
      titleParts: z.array(TextPartView),
      contentParts: z.array(TextPartView),
      savedAt: addedTime(),
    }),
  ),
})

/** A hit with the text around it. */
export function hitView(hit: PageHit, words: readonly string[]): z.input<typeof SearchView>['pages'][number] {
  const excerpt = excerptOf(hit.text, words)
  return {
    pageId: hit.pageId,
    itemId: hit.itemId,
    itemName: hit.itemName,
    pageTitle: hit.title,
    searchContent: excerpt,
    titleParts: [...marked(hit.title, words)],
    contentParts: [...marked(excerpt, words)],
    savedAt: hit.savedAt,
  }
}
