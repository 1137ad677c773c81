import type { Ref } from 'react'

export interface HtmlProps {
  /** Sanitised by the server: the renderer of articles is the only source of it (threats X1, X2). */
  readonly html: string
  readonly id?: string
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
}

/** The one place where HTML is put into the document as it is. */
export const Html = ({ html, ...rest }: HtmlProps) => (
  <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
)
