import './open-api.css'
import { useEffect } from 'react'
import type { ItemSettingTabProps } from '#web/extensions/points.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { HowToUse } from './how-to-use.tsx'
import { itemKeyApi, type GivenAdvice } from './item-key-api.ts'
import { KeyPanel } from './key-panel.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { useOpenApiText } from './texts.ts'

/** The key of the item, and how programs use it. */
export function OpenApiTab({ itemId, isArchived }: ItemSettingTabProps) {
  const t = useOpenApiText()
  // Looking at the key is recorded, so it is a mutation, not a query that is repeated automatically.
  const { mutate: order, data: ordered, error } = itemKeyApi.get.useMutation({ meta: { isQuiet: true } })
  const reset = itemKeyApi.reset.useMutation()
  const advice = itemKeyApi.advice.useQuery({ itemId })
  useEffect(() => order({ itemId }), [order, itemId])
  const key = reset.data ?? ordered
  const renew = async () => {
    await reset.mutateAsync({ itemId })
    await advice.refetch()
  }

  if (error) return <ErrorState title={t('failed')} error={error} onRetry={() => order({ itemId })} />
  if (!key) return <Skeleton lines={6} />
  return (
    <div className="open-api">
      {advice.data && <Advice advice={advice.data} />}
      <KeyPanel itemKey={key} isArchived={isArchived} reset={renew} />
      {!isArchived && <ToolCalls itemKey={key} />}
      {!isArchived && <HowToUse itemKey={key} />}
    </div>
  )
}

/** Warnings about the token; nothing when there are none. */
function Advice({ advice: { isByTransfer, viewersGone } }: { readonly advice: GivenAdvice }) {
  const t = useOpenApiText()
  if (!isByTransfer && viewersGone.length === 0) return null
  return (
    <div className="open-api-advice" role="status">
      {isByTransfer && <p>{t('advice.transfer')}</p>}
      {viewersGone.length > 0 && <p>{t('advice.gone', { people: viewersGone.join(', ') })}</p>}
    </div>
  )
}
