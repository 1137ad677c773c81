import { readablePlaces, type ReadablePlace } from '../access/doors.ts'
import type { Context } from '../context.ts'
import type { OpenAccountId, OpenItemId } from '../opened-id.ts'
import { productStore } from '../open-store.ts'
import type { Document } from '../ports/documents.ts'
import type { DocumentPlace } from '../ports/document-search.ts'
import type { SearchScope } from '../ports/search-scope.ts'

/** A document that contains every word, on a page that the caller may read. */
export interface FoundDocument<T extends object> {
  readonly document: Document<T>
  /** The page, its item, and what the caller may do there. */
  readonly page: ReadablePlace
  /** Nothing more of this item is found: nothing of it is for the caller. */
  leaveItem(): void
}

export interface DocumentQuestion {
  readonly collection: string
  /** In lower case. */
  readonly words: readonly string[]
  readonly scope: SearchScope<OpenItemId, OpenAccountId>
  readonly signal: AbortSignal
}

const AT_ONCE = 100
const MOST = 1_000

/** The newest first; of no more than a thousand, whatever is left out of them. */
export async function* foundDocuments<T extends object>(
  ctx: Context,
  { collection, words, scope, signal }: DocumentQuestion,
): AsyncGenerator<FoundDocument<T>> {
  const left = new Set<number>()
  let after: DocumentPlace | null = null
  for (let looked = 0; looked < MOST; looked += AT_ONCE) {
    signal.throwIfAborted()
    const part = { count: AT_ONCE, after, exceptItems: [...left] }
    const { documents, end } = await productStore(ctx.store).documentSearch.find(collection, words, scope, part)
    const pages = await pagesOf(ctx, documents)
    for (const document of documents) {
      const page = pages.get(document.pageId ?? 0)
      if (!page || left.has(page.itemId)) continue
      // The plugin that owns the collection is responsible for its type T.
      yield { document: document as Document<T>, page, leaveItem: () => void left.add(page.itemId) }
    }
    if (end === null) return
    after = end
  }
}

async function pagesOf(ctx: Context, documents: readonly Document<object>[]) {
  const pageIds = documents.flatMap(({ pageId }) => pageId ?? [])
  const places = await readablePlaces(ctx, [...new Set(pageIds)])
  return new Map(places.map((place) => [place.pageId, place]))
}
