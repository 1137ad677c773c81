import type { TFunction } from 'i18next'
import { copyText } from '#web/parts/copy-text.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { showExternalPictures } from './external-pictures.ts'
import { addTableButtons } from './table-buttons.ts'

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
