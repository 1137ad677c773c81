import { useTranslation } from 'react-i18next'
import type { FirstCatalog } from './shown-member.ts'

export interface CatalogOptionsProps {
  readonly catalogs: readonly FirstCatalog[]
  /** The catalog in force, which may have been moved below another one since. */
  readonly current?: FirstCatalog
}

/** What a right can be limited to. */
export function CatalogOptions({ catalogs, current }: CatalogOptionsProps) {
  const { t } = useTranslation('members')
  const isLost = current && current.catId !== 0 && catalogs.every(({ catId }) => catId !== current.catId)
  return (
    <>
      <option value={0}>{t('catalog.all')}</option>
      {isLost && <option value={current.catId}>{t('catalog.lost', { name: current.catName })}</option>}
      {catalogs.map(({ catId, catName }) => (
        <option key={catId} value={catId}>
          {catName}
        </option>
      ))}
    </>
  )
}
