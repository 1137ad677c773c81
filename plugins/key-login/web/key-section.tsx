import './key-login.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { apiOf } from '#web/extensions/plugin-api.ts'
import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import { Breakable } from '#web/parts/breakable.tsx'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { wholeAddress } from '#web/site-path.ts'
import type en from '../locales/en.json'
import type { keyOperations } from '../operations.ts'

const keyApi = apiOf<typeof keyOperations>().keyLogin
const useKeyText = pluginTexts<typeof en>('key-login')
const PARAMETERS = ['username', 'time', 'token', 'redirect', 'name'] as const

/**
 * The key with which another program creates login links (spec §2, general access). Shown on request only, because a
 * request creates it, and each one is recorded.
 */
export function KeySection() {
  const t = useKeyText()
  const copy = useCopy()
  const [key, setKey] = useState('')
  const [isAsking, setAsking] = useState(false)
  const shown = keyApi.key.useMutation({
    meta: { isQuiet: true },
    onSuccess: ({ loginSecretKey }) => setKey(loginSecretKey),
    // The first request makes the key.
    onSettled: () => void stamp.refetch(),
  })
  const stamp = keyApi.stamp.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const reset = keyApi.resetKey.useMutation({
    meta: { isQuiet: true },
    onSuccess({ loginSecretKey }) {
      setKey(loginSecretKey)
      showToast(t('isReset'))
    },
    onError(error) {
      // The one that is shown is no longer good.
      if (refusalOf(error)?.kind === 'overtaken') setKey('')
    },
    onSettled: async () => {
      await stamp.refetch()
      setAsking(false)
    },
  })
  const example = `${wholeAddress('/api/ExtLogin/bySecretKey')}?${PARAMETERS.map((name) => `${name}=…`).join('&')}`

  return (
    <div className="form key-login">
      <p className="form-text">{t('text')}</p>
      {stamp.isLoadingError && (
        <ErrorState title={t('loadFailed')} error={stamp.error} onRetry={() => void stamp.refetch()} />
      )}
      <FormAlert error={shown.error ?? reset.error} />
      <TextInput label={t('key')} description={t('keyHint')} placeholder={t('hidden')} value={key} readOnly />
      <div className="form-actions">
        {key === '' ? (
          <WaitingButton isOff={shown.isPending} onClick={() => shown.mutate({})}>
            {t('show')}
          </WaitingButton>
        ) : (
          <Button onClick={() => copy(key)}>{t('copy')}</Button>
        )}
        <WaitingButton look="danger" isOff={!stamp.data} onClick={() => setAsking(true)}>
          {t('reset')}
        </WaitingButton>
      </div>
      <p className="form-text">
        {t('use')}{' '}
        <code>
          <Breakable name={example} />
        </code>
      </p>
      <p className="form-text">{t('useMore')}</p>
      {isAsking && stamp.data && (
        <ConfirmDialog
          title={t('resetTitle')}
          text={t('resetText')}
          action={t('reset')}
          isDangerous
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate({ seen: { key: stamp.data.stamp } })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
