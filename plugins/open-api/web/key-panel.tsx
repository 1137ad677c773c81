import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { HIDDEN } from './hidden.ts'
import type { ShownKey } from './item-key-api.ts'
import { ResetDialog } from './reset-dialog.tsx'
import { useOpenApiText } from './texts.ts'

export interface KeyPanelProps {
  readonly itemKey: ShownKey
  readonly isArchived: boolean
  reset(): Promise<unknown>
}

/** Key and token with copy buttons; the token is shown on demand. */
export function KeyPanel({ itemKey: { apiKey, apiToken }, isArchived, reset }: KeyPanelProps) {
  const t = useOpenApiText()
  const copy = useCopy()
  const [isShown, setShown] = useState(false)
  const [isResetting, setResetting] = useState(false)
  return (
    <section className="panel">
      <h2>{t('key.title')}</h2>
      <p className="form-text">{t(isArchived ? 'key.archived' : 'key.text')}</p>
      <dl className="open-api-pair">
        <dt>api_key</dt>
        <dd>
          <code>{apiKey}</code>
          <IconButton label={t('key.copyKey')} onClick={() => copy(apiKey)}>
            <Copy />
          </IconButton>
        </dd>
        <dt>api_token</dt>
        <dd>
          <code>{isShown ? apiToken : HIDDEN}</code>
          <IconButton label={t(isShown ? 'key.hide' : 'key.show')} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
          <IconButton label={t('key.copyToken')} onClick={() => copy(apiToken)}>
            <Copy />
          </IconButton>
        </dd>
      </dl>
      <div className="form-actions">
        <Button onClick={() => setResetting(true)}>{t('reset.action')}</Button>
      </div>
      {isResetting && <ResetDialog reset={reset} onClose={() => setResetting(false)} />}
    </section>
  )
}
