import { useTranslation } from 'react-i18next'
import type { DiffLine, DiffRow } from './line-changes.ts'

/** Unchanged lines shown around a change. */
const AROUND = 4

export interface DiffTableProps {
  readonly rows: readonly DiffRow[]
  readonly isInline: boolean
}

type Shown = DiffRow | { readonly kind: 'gap'; readonly lines: number }

/** The changes with some lines around them; long unchanged stretches are left out. */
export function DiffTable({ rows, isInline }: DiffTableProps) {
  const { t } = useTranslation('reader')
  const shown = withGaps(rows)
  if (rows.every(({ kind }) => kind === 'same')) return <p className="diff-same">{t('diff.same')}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="diff-scroll" tabIndex={0} role="region" aria-label={t('diff.title')}>
      <table className="diff-table" data-inline={isInline || undefined}>
        <tbody>
          {shown.map((row, at) =>
            row.kind === 'gap' ? (
              <tr key={at} className="diff-gap">
                <td colSpan={4}>{t('diff.gap', { count: row.lines })}</td>
              </tr>
            ) : isInline ? (
              <InlineRows key={at} row={row} />
            ) : (
              <tr key={at} data-kind={row.kind}>
                <Side line={row.before} side="before" isChanged={row.kind !== 'same'} />
                <Side line={row.after} side="after" isChanged={row.kind !== 'same'} />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly row: DiffRow
}

const InlineRows = ({ row }: RowProps) => (
  <>
    {row.before && row.kind !== 'same' && (
      <tr>
        <Side line={row.before} side="before" isChanged />
      </tr>
    )}
    {row.after && (
      <tr>
        <Side line={row.after} side="after" isChanged={row.kind !== 'same'} />
      </tr>
    )}
  </>
)

interface SideProps {
  readonly line: DiffLine | null
  readonly side: 'before' | 'after'
  readonly isChanged: boolean
}

function Side({ line, side, isChanged }: SideProps) {
  const look = isChanged && line ? (side === 'before' ? 'removed' : 'added') : line ? 'same' : 'none'
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <>
      <td className="diff-number" data-look={look}>
        {line?.number}
      </td>
      <td className="diff-line" data-look={look}>
        {line?.parts.map(({ text, isChanged: isMarked }, at) => (isMarked ? <Mark key={at}>{text}</Mark> : text))}
      </td>
    </>
  )
}

function withGaps(rows: readonly DiffRow[]): readonly Shown[] {
  const isNear = (at: number) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same')
  const shown: Shown[] = []
  let hidden = 0
  rows.forEach((row, at) => {
    if (row.kind === 'same' && !isNear(at)) {
      hidden += 1
      return
    }
    if (hidden > 0) shown.push({ kind: 'gap', lines: hidden })
    hidden = 0
    shown.push(row)
  })
  if (hidden > 0) shown.push({ kind: 'gap', lines: hidden })
  return shown
}
