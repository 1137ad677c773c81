import './held-mark.css'

/** The appearance of a placeholder in every face. */
export function heldMark(label: string): HTMLElement {
  const mark = document.createElement('span')
  mark.className = 'held-place'
  mark.contentEditable = 'false'
  mark.textContent = label
  mark.hidden = label === ''
  return mark
}
