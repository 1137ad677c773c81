import { Select } from '@mantine/core'
import { FolderCog, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { IconButton } from '#web/parts/icon-button.tsx'

export interface CatalogSelectProps {
  readonly itemId: number
  /** 0 for the root of the item. */
  readonly catalogId: number
  /** Whether its catalogs can be read again and edited from here. */
  readonly isManaged: boolean
  onChange(catalogId: number): void
}

/** The place of the page among the catalogs, each shown with its whole path. */
export function CatalogSelect({ itemId, catalogId, isManaged, onChange }: CatalogSelectProps) {
  const { t } = useTranslation('editor')
  const catalogs = api.catalog.listNames.useQuery({ itemId })
  const options = [
    { value: '0', label: t('catalog.none') },
    ...(catalogs.data ?? []).map(({ catId, catName }) => ({ value: String(catId), label: catName })),
  ]
  const isKnown = options.some(({ value }) => value === String(catalogId))

  return (
    <span className="edit-catalog">
      <Select
        aria-label={t('catalog.label')}
        data={options}
        value={isKnown ? String(catalogId) : null}
        placeholder={t('catalog.loading')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('catalog.notFound')}
        onChange={(value) => value !== null && onChange(Number(value))}
      />
      {isManaged && (
        <>
          <IconButton label={t('catalog.refresh')} onClick={() => void catalogs.refetch()}>
            <RefreshCw />
          </IconButton>
          <Link
            className="icon-button"
            href={`/catalog/${itemId}`}
            title={t('catalog.manage')}
            aria-label={t('catalog.manage')}
          >
            <FolderCog />
          </Link>
        </>
      )}
    </span>
  )
}
