interface FormWithFields {
  getInputNode(path: string): HTMLElement | null
}

/** For the second argument of `form.onSubmit`: focuses the first invalid field. */
export const focusFirstError = (form: FormWithFields) => (errors: Readonly<Record<string, unknown>>) => {
  const first = Object.keys(errors)[0]
  if (first !== undefined) form.getInputNode(first)?.focus()
}
