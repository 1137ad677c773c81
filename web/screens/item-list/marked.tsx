interface MarkedProps {
  readonly parts: readonly { readonly text: string; readonly isHit: boolean }[]
}

/** Text with matches highlighted. */
export const Marked = ({ parts }: MarkedProps) =>
  parts.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))
