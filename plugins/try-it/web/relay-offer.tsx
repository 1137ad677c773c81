import { Button } from '#web/parts/button.tsx'
import type { FrameCall } from '../frame-script.ts'
import { tryApi } from './try-api.ts'
import { useTryText } from './texts.ts'

interface RelayOfferProps {
  readonly pageId: number
  readonly call: FrameCall
  onRelay(): void
}

const QUIET = { meta: { isQuiet: true } } as const

/** Offers to make a call through the server when the browser could not, if the operator has allowed the host. */
export function RelayOffer({ pageId, call, onRelay }: RelayOfferProps) {
  const t = useTryText()
  const { origin, host } = new URL(call.url)
  const allowed = tryApi.mayRelay.useQuery({ pageId, origin }, QUIET)
  if (allowed.data?.mayRelay !== true) return null
  return (
    <div className="try-relay">
      <p className="form-text">{t('relay.text', { host })}</p>
      <Button onClick={onRelay}>{t('relay.action')}</Button>
    </div>
  )
}
