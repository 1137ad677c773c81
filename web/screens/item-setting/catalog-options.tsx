import { useTranslation } from 'react-i18next'
import type { FirstCatalog } from './shown-member.ts'

export interface CatalogOptionsProps {
  readonly catalogs: readonly FirstCatalog[]
  /** The current catalog, which may have been moved below another one since. */
  readonly current?: FirstCatalog
}

/** The catalogs a right can be limited to. */
export function CatalogOptions({ catalogs, current }: CatalogOptionsProps) {
  const { t } = useTranslation('members')
  const isLost =
    current && current.catalogId !== 0 && catalogs.every(({ catalogId }) => catalogId !== current.catalogId)
  return (
    <>
      <option value={0}>{t('catalog.all')}</option>
      {isLost && <option value={current.catalogId}>{t('catalog.lost', { name: current.catalogName })}</option>}
      {catalogs.map(({ catalogId, catalogName }) => (
        <option key={catalogId} value={catalogId}>
          {catalogName}
        </option>
      ))}
    </>
  )
}
