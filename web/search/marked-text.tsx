import { Fragment } from 'react'
import type { TextPart } from '#core/page/search.ts'

export interface MarkedTextProps {
  readonly parts: readonly TextPart[]
}

/** Text with what was searched for marked. */
export const MarkedText = ({ parts }: MarkedTextProps) =>
  parts.map(({ text, isHit }, at) => <Fragment key={at}>{isHit ? <mark>{text}</mark> : text}</Fragment>)
