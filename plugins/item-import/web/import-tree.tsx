import { FileText, Folder } from 'lucide-react'
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
        {rows.map(({ title, level, kind, state }, at) => (
          // Titles may be the same, and nothing is moved here.
          <li key={at} style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
            {kind === 'catalog' ? <Folder role="img" aria-label={t('catalog')} /> : <FileText aria-hidden />}
            <span>{title}</span>
            {hasStates && kind === 'page' && (
              <span className="import-state" data-state={state}>
                {t(`state.${state}`)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="form-text">{t('treeCut', { count: total - rows.length })}</p>}
    </div>
  )
}
