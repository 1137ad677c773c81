import { typeInField } from './type-in-field.ts'

const FIELDS = 'input:not([type=radio], [type=checkbox], [type=hidden], [readonly], :disabled), textarea:not(:disabled)'

/**
 * The `ref` of a screen's main form: focuses its first field, unless the user has focused another one or is at the tabs.
 * What was typed while the screen was loaded is typed there.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  if (!form || document.activeElement?.matches('input, textarea, [role=tab]')) return
  const field = form.querySelector<HTMLElement>(FIELDS)
  field?.focus()
  if (field) typeInField(field)
}
