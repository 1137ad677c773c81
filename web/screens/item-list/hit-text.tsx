import type { TextPart } from '#core/page/search.ts'

interface HitTextProps {
  readonly titleParts: readonly TextPart[]
  readonly contentParts: readonly TextPart[]
}

/** The title of a hit, and the text around it, with matches highlighted. */
export const HitText = ({ titleParts, contentParts }: HitTextProps) => (
  <>
    <strong>{marked(titleParts)}</strong>
    <span>{marked(contentParts)}</span>
  </>
)

const marked = (parts: readonly TextPart[]) =>
  parts.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))
