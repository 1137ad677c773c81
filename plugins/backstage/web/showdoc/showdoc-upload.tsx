import { useRef, useState } from 'react'
import { SHOWDOC_UPLOAD_BYTES } from '#core/ports/showdoc-moves.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Time } from '#web/parts/time.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { sendForm } from '#web/uploads/send-form.ts'
import { sizeText } from '#web/uploads/size-text.ts'
import { useBackstageText } from '../texts.ts'
import type { ShowdocState } from './showdoc-state.ts'

const MEGABYTE = 1024 * 1024

export interface ShowdocUploadProps {
  readonly upload: ShowdocState['upload']
  readonly isBusy: boolean
  /** Whether the operator has allowed folders. */
  readonly hasFolders: boolean
}

/** The archive of a ShowDoc, and its upload. */
export function ShowdocUpload({ upload, isBusy, hasFolders }: ShowdocUploadProps) {
  const t = useBackstageText()
  const utils = api.useUtils()
  const file = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ readonly name: string; readonly stop: AbortController } | null>(null)
  const [share, setShare] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [tooLarge, setTooLarge] = useState('')
  const [isAsked, setAsked] = useState(false)
  const discard = api.showdoc.discardUpload.useMutation({
    onSettled: () => {
      setAsked(false)
      void utils.showdoc.invalidate()
    },
  })

  const send = async (sent: File): Promise<void> => {
    const stop = new AbortController()
    setError(null)
    // The server refuses it as well, but only once all of it has been sent.
    const isTooLarge = sent.size >= SHOWDOC_UPLOAD_BYTES
    setTooLarge(isTooLarge ? sent.name : '')
    if (isTooLarge) return
    setShare(0)
    setSending({ name: sent.name, stop })
    try {
      const form = new FormData()
      form.set('file', sent)
      await sendForm('/api/showdoc/upload', form, { signal: stop.signal, onProgress: setShare })
    } catch (failure) {
      if (!stop.signal.aborted) setError(failure)
    }
    setSending(null)
    void utils.showdoc.invalidate()
  }
  return (
    <section className="showdoc-upload" aria-label={t('showdoc.source.upload')}>
      <p className="form-text">{t('showdoc.uploadText')}</p>
      {!hasFolders && <p className="form-text">{t('showdoc.foldersText')}</p>}
      {upload && (
        <p className="showdoc-uploaded">
          <strong>{upload.name}</strong>
          <span className="form-text">
            {t('showdoc.size', { size: sizeText(upload.bytes / MEGABYTE) })} · <Time at={upload.at} />
          </span>
        </p>
      )}
      {sending ? (
        <div className="showdoc-sending">
          <span role="status">{t('showdoc.sending', { name: sending.name })}</span>
          <progress aria-label={t('showdoc.sending', { name: sending.name })} max={1} value={share} />
          <Button onClick={() => sending.stop.abort()}>{t('showdoc.stopSending')}</Button>
        </div>
      ) : (
        <div className="form-actions">
          <WaitingButton isOff={isBusy} onClick={() => file.current?.click()}>
            {t(upload ? 'showdoc.chooseOther' : 'showdoc.choose')}
          </WaitingButton>
          {upload && (
            <WaitingButton isOff={isBusy} onClick={() => setAsked(true)}>
              {t('showdoc.discard')}
            </WaitingButton>
          )}
        </div>
      )}
      <input
        ref={file}
        type="file"
        accept=".zip,.gz,.tgz,.tar,application/zip,application/gzip"
        aria-label={t('showdoc.choose')}
        hidden
        onChange={({ currentTarget }) => {
          const [sent] = currentTarget.files ?? []
          if (sent) void send(sent)
          // The same file can be selected again.
          currentTarget.value = ''
        }}
      />
      <FormAlert error={error} />
      {tooLarge !== '' && (
        <div className="form-alert" role="alert">
          {t('showdoc.tooLarge', { name: tooLarge })}
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('showdoc.discardTitle')}
          text={t('showdoc.discardText')}
          action={t('showdoc.discard')}
          isDangerous
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate({})}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
