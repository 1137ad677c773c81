const FIELDS = 'input:not([type=radio], [type=checkbox], [type=hidden], :disabled), textarea:not(:disabled)'

/**
 * The `ref` of a form that is what a screen is for: whoever comes to it types at once. Who has gone to a field meanwhile
 * stays there.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  if (form && (document.activeElement === null || !document.activeElement.matches('input, textarea')))
    form.querySelector<HTMLElement>(FIELDS)?.focus()
}
