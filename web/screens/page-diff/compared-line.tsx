import { useTranslation } from 'react-i18next'
import type { DiffLine, DiffRow } from './comparison.ts'
import type { LinePart } from './marked.ts'

export interface ComparedLineProps {
  readonly row: DiffRow
  readonly isInline: boolean
}

/** A line before and after, side by side or unified. */
export function ComparedLine({ row: { kind, before, after }, isInline }: ComparedLineProps) {
  const isSame = kind === 'same'
  if (!isInline)
    return (
      <div className="diff-row">
        <Side line={before} side="before" isSame={isSame} />
        <Side line={after} side="after" isSame={isSame} />
      </div>
    )
  return (
    <>
      {before && !isSame && (
        <div className="diff-row">
          <Side line={before} side="before" isSame={false} />
        </div>
      )}
      {after && (
        <div className="diff-row">
          <Side line={after} side="after" isSame={isSame} />
        </div>
      )}
    </>
  )
}

interface SideProps {
  readonly line: DiffLine | null
  readonly side: 'before' | 'after'
  readonly isSame: boolean
}

function Side({ line, side, isSame }: SideProps) {
  const { t } = useTranslation('compare')
  const look = !line ? 'none' : isSame ? 'same' : side === 'before' ? 'removed' : 'added'
  // An unchanged line is read out once.
  const isRepeated = isSame && side === 'before'
  return (
    <>
      <span className="diff-number" data-look={look} aria-hidden>
        {line?.number}
      </span>
      <div className="diff-line" data-look={look} aria-hidden={isRepeated || undefined}>
        {line && !isSame && <span className="visually-hidden">{t(`line.${side}`, { number: line.number })} </span>}
        {line && <Parts parts={line.parts} side={side} />}
      </div>
    </>
  )
}

export interface PartsProps {
  readonly parts: readonly LinePart[]
  readonly side: 'before' | 'after'
}

/** A text with the words marked that are missing on the other side. */
export function Parts({ parts, side }: PartsProps) {
  const Mark = side === 'before' ? 'del' : 'ins'
  return parts.map(({ text, isChanged }, at) => (isChanged ? <Mark key={at}>{text}</Mark> : text))
}

export interface SameLinesProps {
  readonly texts: readonly string[]
  /** Numbers of the first of them. */
  readonly before: number
  readonly after: number
  readonly isInline: boolean
}

export const SameLines = ({ texts, before, after, isInline }: SameLinesProps) =>
  texts.map((text, at) => {
    const parts = [{ text, isChanged: false }]
    const row = { before: { number: before + at, parts }, after: { number: after + at, parts } }
    return <ComparedLine key={at} row={{ kind: 'same', ...row }} isInline={isInline} />
  })
