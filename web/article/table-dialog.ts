import './table-dialog.css'
import type { TFunction } from 'i18next'

/** Shows a copy of a table in full screen, with a filter. Restores the focus afterwards. */
export function showTable(table: HTMLTableElement, t: TFunction<['reader', 'common']>): void {
  const copy = withoutIds(table)
  const rows = [...copy.tBodies].flatMap((body) => [...body.rows])
  const texts = rows.map((row) => comparable([...row.cells].map((cell) => cell.textContent).join('\n')))

  const filter = made('input', 'table-filter')
  filter.type = 'text'
  filter.placeholder = t('table.filter')
  filter.setAttribute('aria-label', t('table.filter'))
  const count = made('output', 'table-count')
  const close = made('button', 'table-close')
  close.type = 'button'
  close.textContent = t('action.close', { ns: 'common' })

  const nothing = made('p', 'table-nothing')
  nothing.textContent = t('table.nothing')

  const show = () => {
    const words = comparable(filter.value).split(/\s+/)
    let shown = 0
    for (const [at, row] of rows.entries()) {
      row.hidden = !words.every((word) => texts[at]?.includes(word))
      if (!row.hidden) shown += 1
    }
    nothing.hidden = shown > 0 || rows.length === 0
    count.value = t('table.rows', { shown, count: rows.length })
  }
  show()
  filter.addEventListener('input', show)

  const dialog = made('dialog', 'table-dialog')
  dialog.setAttribute('aria-label', t('table.title'))
  const head = made('div', 'table-dialog-head')
  head.append(filter, count, close)
  const place = made('div', 'article')
  place.dataset['headSticks'] = ''
  const scroller = made('div', 'table-scroll')
  scroller.tabIndex = 0
  scroller.append(copy, nothing)
  place.append(scroller)
  dialog.append(head, place)
  document.body.append(dialog)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  dialog.showModal()
  filter.focus()
}

function made<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

/** Search ignores case and full-width forms. */
const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Duplicate ids would make links go to the wrong place. */
function withoutIds(table: HTMLTableElement): HTMLTableElement {
  const copy = table.cloneNode(true) as HTMLTableElement
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
  return copy
}
