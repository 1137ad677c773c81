import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Parts } from './compared-line.tsx'
import type { ChangeKind, ComparedCell, ComparedRow, ComparedTable as Table } from './table-changes.ts'

/** Context rows around a changed one. */
const AROUND = 1

export interface ComparedTableProps {
  readonly table: Table
}

/** The old and new table in one, with changed cells marked. */
export function ComparedTable({ table: { head, rows } }: ComparedTableProps) {
  const { t } = useTranslation('compare')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="diff-table-scroll" tabIndex={0} role="group" aria-label={t('table')}>
      <table className="diff-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('table.change')}</span>
            </th>
            {head.map((cell, at) => (
              <th key={at} scope="col" data-look={cell.kind}>
                <Cell cell={cell} isWhole={false} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {folded(rows).map((part, at) =>
            'row' in part ? (
              <Row key={at} row={part.row} />
            ) : (
              <Gap key={at} rows={part.rows} columns={head.length + 1} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

const SIGNS: Readonly<Record<ChangeKind, string>> = { same: '', changed: '~', removed: '−', added: '+' }

function Row({ row: { kind, cells } }: { readonly row: ComparedRow }) {
  const { t } = useTranslation('compare')
  const isWhole = kind === 'removed' || kind === 'added'
  return (
    <tr data-look={kind}>
      <td className="diff-sign">
        <span aria-hidden>{SIGNS[kind]}</span>
        {kind !== 'same' && <span className="visually-hidden">{t(`row.${kind}`)}</span>}
      </td>
      {cells.map((cell, at) => (
        <td key={at} data-look={cell.kind}>
          <Cell cell={cell} isWhole={isWhole} />
        </td>
      ))}
    </tr>
  )
}

interface CellProps {
  readonly cell: ComparedCell
  /** The whole row was added or removed. */
  readonly isWhole: boolean
}

function Cell({ cell: { kind, before, after }, isWhole }: CellProps) {
  if (kind === 'same') return <Parts parts={after ?? []} side="after" />
  const [Gone, Come] = isWhole ? (['span', 'span'] as const) : (['div', 'div'] as const)
  return (
    <>
      {before && before.length > 0 && (
        <Gone className="diff-was">
          {kind === 'removed' ? <del>{before.map(({ text }) => text)}</del> : <Parts parts={before} side="before" />}
        </Gone>
      )}
      {after && after.length > 0 && (
        <Come className="diff-is">
          {kind === 'added' ? <ins>{after.map(({ text }) => text)}</ins> : <Parts parts={after} side="after" />}
        </Come>
      )}
    </>
  )
}

function Gap({ rows, columns }: { readonly rows: readonly ComparedRow[]; readonly columns: number }) {
  const { t } = useTranslation('compare')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return rows.map((row, at) => <Row key={at} row={row} />)
  return (
    <tr>
      <td colSpan={columns} className="diff-gap-cell">
        <button type="button" className="diff-gap" onClick={() => setOpen(true)}>
          {t('table.gap', { count: rows.length })}
        </button>
      </td>
    </tr>
  )
}

type Part = { readonly row: ComparedRow } | { readonly rows: readonly ComparedRow[] }

function folded(rows: readonly ComparedRow[]): readonly Part[] {
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  const parts: Part[] = []
  rows.forEach((row, at) => {
    const last = parts.at(-1)
    if (near[at]) parts.push({ row })
    else if (last && 'rows' in last) parts[parts.length - 1] = { rows: [...last.rows, row] }
    else parts.push({ rows: [row] })
  })
  return parts
}
