import { typeInField } from './type-in-field.ts'

const FIELDS = [
  'input:not([type=radio], [type=checkbox], [type=hidden], [readonly], :disabled)',
  // A list to choose from.
  'input[aria-haspopup]:not(:disabled)',
  'textarea:not(:disabled)',
].join(', ')

/** Of a tab that is not open. */
const HIDDEN = '[style*="display: none"]'

/**
 * The `ref` of a screen's main form: focuses its first field, unless the focus is anywhere else already, or the field would
 * bring up a keyboard on the screen. What was typed while the screen was loaded is typed there.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  const { activeElement, body } = document
  if (!form || form.closest(HIDDEN) || (activeElement !== null && activeElement !== body)) return
  const field = form.querySelector<HTMLElement>(FIELDS)
  if (!field) return
  if (!matchMedia('(pointer: coarse)').matches) field.focus({ preventScroll: true })
  typeInField(field)
}
