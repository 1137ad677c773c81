import type { Page } from '#core/page/page.ts'

// As much as goes into one statement without becoming a burden to anybody, or taking longer than a statement may.
const BATCH = 200
const BATCH_LENGTH = 500_000

/** The same pages in the same order, in lists that are neither too long nor, but for a single page, of too much text. */
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
