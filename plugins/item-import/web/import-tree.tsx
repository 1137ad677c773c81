import { FileText, Folder, TriangleAlert } from 'lucide-react'
import type { PreviewRow } from './send-preview.ts'
import { useImportText } from './texts.ts'

export interface ImportTreeProps {
  readonly rows: readonly PreviewRow[]
  /** Also of those that are not among the rows. */
  readonly total: number
  /** Some of it may be there already. */
  readonly hasStates: boolean
}

/** Catalogs and pages as they will lie in the item. */
export function ImportTree({ rows, total, hasStates }: ImportTreeProps) {
  const t = useImportText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="import-tree" role="region" aria-label={t('tree')} tabIndex={0}>
      <ul>
        {rows.map(({ title, level, kind, state, changes }, at) => (
          // Titles may be the same, and nothing is moved here.
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

/** What changes in a page mean: how many break something, and all of them for whoever wants to know. */
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
          // Two rows may be called the same, and nothing is moved here.
          <li key={at} data-breaking={isBreaking || undefined}>
            {isBreaking && <TriangleAlert role="img" aria-label={t('changes.isBreaking')} />} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
