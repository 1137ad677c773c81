import { z } from 'zod'
import type { PageHit } from '../ports/store.ts'
import { addedTime, id, idOrNone } from '../schema.ts'
import { excerptOf, marked, readableExcerptOf } from './search.ts'

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
      /** Names of the catalogs above it, from the first level down. */
      catalogPath: z.array(z.string()),
      /** The stored text around the first match. */
      searchContent: z.string(),
      titleParts: z.array(TextPartView),
      /** The readable text around the first match, with matches marked. */
      contentParts: z.array(TextPartView),
      savedAt: addedTime(),
    }),
  ),
})

/** A search result with the surrounding text. */
export function hitView(hit: PageHit, searched: readonly string[]): z.input<typeof SearchView>['pages'][number] {
  const words = [...searched, ...hit.heardAs]
  return {
    pageId: hit.pageId,
    itemId: hit.itemId,
    itemName: hit.itemName,
    pageTitle: hit.title,
    catalogPath: [...hit.catalogPath],
    searchContent: excerptOf(hit.text, words),
    titleParts: [...marked(hit.title, words)],
    contentParts: [...marked(readableExcerptOf(hit.text, words), words)],
    savedAt: hit.savedAt,
  }
}
