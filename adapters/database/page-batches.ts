import type { Page } from '#core/page/page.ts'

// Fits into one statement without straining memory or exceeding the statement timeout.
const BATCH = 200
const BATCH_LENGTH = 500_000

/** The same pages in order, in batches that are limited in number and, except for a single page, in text size. */
export function* batchesOf<P extends Pick<Page, 'content'>>(pages: Iterable<P>): Iterable<readonly P[]> {
  let batch: P[] = []
  let length = 0
  for (const page of pages) {
    if (batch.length > 0 && (batch.length >= BATCH || length + page.content.length > BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(page)
    length += page.content.length
  }
  if (batch.length > 0) yield batch
}
