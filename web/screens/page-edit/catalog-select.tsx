import { Select } from '@mantine/core'
import { FolderCog, RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { IconButton } from '#web/parts/icon-button.tsx'

export interface CatalogSelectProps {
  readonly itemId: number
  /** 0 for the root of the item. */
  readonly catalogId: number
  /** Whether its catalogs can be reloaded and edited from here. */
  readonly isManaged: boolean
  onChange(catalogId: number): void
  /** The catalog does not exist any more. */
  onGone(isThere: (catalogId: number) => boolean): void
}

/** The catalog of the page, selected from all catalogs with their full paths. */
export function CatalogSelect({ itemId, catalogId, isManaged, onChange, onGone }: CatalogSelectProps) {
  const { t } = useTranslation('editor')
  const catalogs = api.catalog.listNames.useQuery({ itemId })
  const options = [
    { value: '0', label: t('catalog.none') },
    ...(catalogs.data ?? []).map(({ catalogId, catalogName }) => ({ value: String(catalogId), label: catalogName })),
  ]
  const isThere = (id: number) => options.some(({ value }) => value === String(id))
  const isKnown = isThere(catalogId)
  const { data, isFetching, isFetchedAfterMount } = catalogs
  const missing = data !== undefined && !isFetching && !isKnown ? catalogId : null
  const miss = useEffectEvent(() => {
    // The cache of an earlier screen may be older than the catalog.
    if (isFetchedAfterMount) onGone(isThere)
    else void catalogs.refetch()
  })
  useEffect(() => {
    if (missing !== null) miss()
  }, [missing])

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
