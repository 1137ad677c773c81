import type { Ref } from 'react'

export interface HtmlProps {
  /** Sanitised by the server: it only comes from the article renderer (threats X1, X2). */
  readonly html: string
  readonly id?: string
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
}

/** The only place where HTML is inserted into the document. */
export const Html = ({ html, ...rest }: HtmlProps) => (
  <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
)
