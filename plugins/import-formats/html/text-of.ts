/** A node of HTML or of markdown, as far as its text needs it. */
interface Texts {
  readonly type: string
  readonly value?: string
  readonly children?: readonly Texts[]
}

/** The text in a node, without comments of HTML. */
export function textOf({ type, value, children = [] }: Texts): string {
  if (type === 'comment') return ''
  let text = value ?? ''
  for (const child of children) text += textOf(child)
  return text
}
