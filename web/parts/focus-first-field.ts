const FIELDS = 'input:not([type=radio], [type=checkbox], [type=hidden], :disabled), textarea:not(:disabled)'

/**
 * The `ref` of a screen's main form: focuses its first field, unless the user has focused another one.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  if (form && (document.activeElement === null || !document.activeElement.matches('input, textarea')))
    form.querySelector<HTMLElement>(FIELDS)?.focus()
}
