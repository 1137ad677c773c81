import type { TFunction } from 'i18next'

type Texts = TFunction<['reader', 'common']>

/** Adds a full-screen button above each large table, and makes table headers sticky where possible. */
export function addTableButtons(article: HTMLElement, t: Texts): void {
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
