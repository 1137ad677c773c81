import { takeTyped } from './typed-ahead.tsx'

/**
 * Types what was typed ahead of this field, as if its keys were pressed now. Blanks alone are meant for what had the focus
 * before: they press buttons and scroll.
 */
export function typeInField(field: HTMLElement): void {
  const text = takeTyped()
  if (text.trim() !== '') typeInto(field, text)
}

/** @returns whether it is a field that can be typed in */
export function typeInto(field: Element | null, text: string): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  const { selectionStart: from, selectionEnd: to, readOnly } = field
  if (readOnly) return false
  // Null in fields that do not tell their cursor, as those for e-mail addresses: it is at their end.
  if (from === null || to === null) setValue(field, field.value + text)
  else field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  return true
}

/** React notes what it is told of as a value, and then takes the event for none. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}
