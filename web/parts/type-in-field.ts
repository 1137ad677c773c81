import { takeTyped } from './typed-ahead.tsx'

/** Types what was typed ahead of this field, as if its keys were pressed now. */
export function typeInField(field: HTMLElement): void {
  const text = takeTyped()
  if (text === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  // Null in fields without a cursor, as those for numbers.
  const { selectionStart: from, selectionEnd: to, readOnly } = field
  if (readOnly || from === null || to === null) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
