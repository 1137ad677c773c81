import './held-mark.css'

/** How a held place looks in every face. */
export function heldMark(label: string): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'held-place'
  mark.contentEditable = 'false'
  mark.textContent = label
  return mark
}
