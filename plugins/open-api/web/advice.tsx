import type { GivenAdvice } from './item-key-api.ts'
import { useOpenApiText } from './texts.ts'

/** What a manager should know of the token before anything else; nothing when there is nothing to say. */
export function Advice({ advice: { isByTransfer, viewersGone } }: { readonly advice: GivenAdvice }) {
  const t = useOpenApiText()
  if (!isByTransfer && viewersGone.length === 0) return null
  return (
    <div className="open-api-advice" role="status">
      {isByTransfer && <p>{t('advice.transfer')}</p>}
      {viewersGone.length > 0 && <p>{t('advice.gone', { people: viewersGone.join(', ') })}</p>}
    </div>
  )
}
