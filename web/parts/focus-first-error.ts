interface FormWithFields {
  getInputNode(path: string): HTMLElement | null
}

/** For the second place of `form.onSubmit`: the first field that is not right gets the focus. */
export const focusFirstError = (form: FormWithFields) => (errors: Readonly<Record<string, unknown>>) => {
  const first = Object.keys(errors)[0]
  if (first !== undefined) form.getInputNode(first)?.focus()
}
