import { FileX } from 'lucide-react'
import { Redirect, useSearch } from 'wouter'
import { loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { PluginScreenProps } from '#web/extensions/points.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { ExportForm } from './export-form.tsx'
import { partIn } from './part-address.ts'
import { useExportText } from './texts.ts'

/** `/item/export/:itemId`, with the page or catalog that the user came from in the query. */
export function ExportScreen({ params: { itemId } }: PluginScreenProps<'/item/export/:itemId'>) {
  const t = useExportText()
  const { pageId, catalogId } = partIn(useSearch())
  const item = api.item.info.useQuery({ itemId: String(itemId) }, { meta: { isQuiet: true } })
  const formats = api.export.formats.useQuery({}, { meta: { isQuiet: true } })
  const error = item.error ?? formats.error
  const retry = () => void Promise.all([item.refetch(), formats.refetch()])
  const path = pageId === 0 ? `/${itemId}` : `/${itemId}/${pageId}`

  if (refusalOf(error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  return (
    <WorkFrame title={t('title')} place={item.data?.itemName} width="narrow" back={{ href: path, label: t('back') }}>
      {error && <ErrorState title={t('loadFailed')} error={error} onRetry={retry} />}
      {!error && (!item.data || !formats.data) && <Skeleton lines={6} />}
      {formats.data?.formats.length === 0 && (
        <EmptyState icon={<FileX />} title={t('noneTitle')} text={t('noneText')} />
      )}
      {item.data && formats.data && formats.data.formats.length > 0 && (
        <ExportForm item={item.data} pageId={pageId} catalogId={catalogId} formats={formats.data.formats} />
      )}
    </WorkFrame>
  )
}
