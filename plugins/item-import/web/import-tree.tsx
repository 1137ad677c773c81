import { FileText, Folder, TriangleAlert } from 'lucide-react'
import type { PreviewRow } from './send-preview.ts'
import { useImportText } from './texts.ts'

export interface ImportTreeProps {
  readonly rows: readonly PreviewRow[]
  /** Including those that are not listed. */
  readonly total: number
  /** Whether some of them exist already. */
  readonly hasStates: boolean
}

/** Catalogs and pages at their future places. */
export function ImportTree({ rows, total, hasStates }: ImportTreeProps) {
  const t = useImportText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="import-tree" role="region" aria-label={t('tree')} tabIndex={0}>
      <ul>
        {rows.map(({ title, level, kind, state, changes }, at) => (
          // Titles may be equal, and nothing is moved here.
          <li key={at} style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
            {kind === 'catalog' ? <Folder role="img" aria-label={t('catalog')} /> : <FileText aria-hidden />}
            <span>{title}</span>
            {hasStates && kind === 'page' && (
              <span className="import-state" data-state={state}>
                {t(`state.${state}`)}
              </span>
            )}
            {changes.length > 0 && <RowChanges changes={changes} />}
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="form-text">{t('treeCut', { count: total - rows.length })}</p>}
    </div>
  )
}

/** The meaning of a page's changes: how many are breaking, and the full list on demand. */
function RowChanges({ changes }: Pick<PreviewRow, 'changes'>) {
  const t = useImportText()
  const breaking = changes.filter(({ isBreaking }) => isBreaking).length
  const others = changes.length - breaking
  const counts = [
    ...(breaking > 0 ? [t('changes.breaking', { count: breaking })] : []),
    ...(others > 0 ? [t('changes.others', { count: others })] : []),
  ]
  return (
    <details className="import-changes">
      <summary data-breaking={breaking > 0 || undefined}>{counts.join(t('comma'))}</summary>
      <ul>
        {changes.map(({ text, isBreaking }, at) => (
          // Two rows may have the same name, and nothing is moved here.
          <li key={at} data-breaking={isBreaking || undefined}>
            {isBreaking && <TriangleAlert role="img" aria-label={t('changes.isBreaking')} />} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
