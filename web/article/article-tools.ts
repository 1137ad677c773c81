import type { TFunction } from 'i18next'
import { addCopyButtons } from './copy-buttons.ts'
import { addTableButtons } from './table-buttons.ts'

/** What the browser adds to an article at once: a click of it may load more. */
export function addArticleTools(article: HTMLElement, t: TFunction<['reader', 'common']>): void {
  addCopyButtons(article, t)
  addTableButtons(article, t)
}
