import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { MOST_ROWS, type Parameter } from '../parameters.ts'
import { useDocumentText, useDocumentWords } from './texts.ts'

export interface ParameterTableProps {
  readonly rows: readonly Parameter[]
  /** Whether example values have a column of their own. */
  readonly hasValues: boolean
  /** The id of its heading. */
  readonly labelledBy: string
}

/** Parameters for readers; nested ones are shown below their parents and can be collapsed. */
export function ParameterTable({ rows, hasValues, labelledBy }: ParameterTableProps) {
  const t = useDocumentText()
  const { column } = useDocumentWords()
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const toggle = (at: number) => {
    const next = new Set(folded)
    if (!next.delete(at)) next.add(at)
    setFolded(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="table-scroll" tabIndex={0} role="region" aria-labelledby={labelledBy}>
      <table className="api-table">
        <thead>
          <tr>
            <th>{column.name}</th>
            <th>{column.type}</th>
            {hasValues && <th>{column.value}</th>}
            <th>{column.remark}</th>
          </tr>
        </thead>
        <tbody>
          {shownRows(rows, folded).map(({ row, at, isParent }) => (
            <tr key={at}>
              <td style={{ paddingInlineStart: `${12 + Math.min(row.depth, 12) * 18}px` }}>
                {isParent && (
                  <button
                    type="button"
                    className="api-fold"
                    aria-expanded={!folded.has(at)}
                    aria-label={t(folded.has(at) ? 'expand' : 'collapse', { name: row.name })}
                    onClick={() => toggle(at)}
                  >
                    {folded.has(at) ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
                  </button>
                )}
                <Name row={row} />
              </td>
              <td>{row.type}</td>
              {hasValues && <td>{row.value !== '' && <code>{row.value}</code>}</td>}
              <td className="api-remark">{row.remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length >= MOST_ROWS && <p className="api-most">{t('shownMost', { most: MOST_ROWS })}</p>}
    </div>
  )
}

function Name({ row }: { readonly row: Parameter }) {
  const t = useDocumentText()
  const words = useDocumentWords()
  return (
    <>
      {row.name !== '' && <code title={row.name}>{row.shortName}</code>}
      {row.isRequired && <span className="api-mark api-mark-required">{t('required')}</span>}
      {row.isGlobal && <span className="api-mark">{words.global}</span>}
      {row.isOff && <span className="api-mark">{words.off}</span>}
    </>
  )
}

interface ShownRow {
  readonly row: Parameter
  readonly at: number
  readonly isParent: boolean
}

function shownRows(rows: readonly Parameter[], folded: ReadonlySet<number>): readonly ShownRow[] {
  let hiddenBelow = Infinity
  return rows.flatMap((row, at) => {
    if (row.depth > hiddenBelow) return []
    hiddenBelow = folded.has(at) ? row.depth : Infinity
    return [{ row, at, isParent: (rows[at + 1]?.depth ?? 0) > row.depth }]
  })
}
