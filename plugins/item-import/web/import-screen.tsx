import { Redirect } from 'wouter'
import { loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import type { PluginScreenProps } from '#web/extensions/points.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { ImportFile } from './import-file.tsx'
import { useImportText } from './texts.ts'

/** `/item-import/:itemId`: imports a file into an existing item. */
export function ImportScreen({ params: { itemId } }: PluginScreenProps<'/item-import/:itemId'>) {
  const t = useImportText()
  const item = api.item.info.useQuery({ itemId: String(itemId) }, { meta: { isQuiet: true } })
  const back = { href: `/${itemId}`, label: t('back') }

  if (refusalOf(item.error)?.kind === 'loginRequired') return <Redirect replace to={loginPath()} />
  return (
    <WorkFrame title={t('title')} place={item.data?.itemName} width="narrow" back={back}>
      {item.error && <ErrorState error={item.error} onRetry={() => void item.refetch()} />}
      {!item.data && !item.error && <Skeleton lines={6} />}
      {item.data && <ImportFile itemId={itemId} />}
    </WorkFrame>
  )
}
