import type { TFunction } from 'i18next'
import { copyText } from '#web/parts/copy-text.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { showExternalPictures } from './external-pictures.ts'

type Texts = TFunction<['reader', 'common']>

/** Tools added to an article immediately; a click on one may load more code. */
export function addArticleTools(article: HTMLElement, t: Texts): void {
  addCopyButtons(article, t)
  addTableButtons(article, t)
  showExternalPictures(article)
}

/** Adds a copy button to each code block, which shows whether copying worked. */
function addCopyButtons(article: HTMLElement, t: Texts): void {
  for (const block of article.querySelectorAll<HTMLElement>('.code-block')) {
    block.querySelector('.copy-code')?.remove()
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-code'
    button.textContent = t('page.copyCode')
    button.addEventListener('click', () => void copyCode(block, t))
    block.append(button)
  }
}

async function copyCode(block: HTMLElement, t: Texts): Promise<void> {
  const isCopied = await copyText(block.querySelector('code')?.textContent ?? '')
  if (isCopied) showToast(t('copy.done', { ns: 'common' }))
  else showToast(t('copy.failed', { ns: 'common' }), 'bad')
}

/** Adds a full-screen button above each large table, and makes table headers sticky where possible. */
function addTableButtons(article: HTMLElement, t: Texts): void {
  for (const place of article.querySelectorAll<HTMLElement>('.table-large')) {
    place.querySelector('.open-table')?.remove()
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'open-table'
    button.textContent = t('table.open')
    button.addEventListener('click', () => void openTable(place, t))
    place.prepend(button)
  }
  const [scroller] = article.querySelectorAll('.table-scroll')
  // Otherwise the header would stick to the scroll box, and cover the first row.
  article.toggleAttribute('data-head-sticks', scroller !== undefined && getComputedStyle(scroller).overflowY === 'clip')
}

async function openTable(place: HTMLElement, t: Texts): Promise<void> {
  const table = place.querySelector('table')
  const { showTable } = await import('./table-dialog.ts')
  if (table) showTable(table, t)
}
