import './logo-field.css'
import { useId, useRef, useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { atSite } from '#web/site-path.ts'
import { sendForm, UploadError } from '#web/uploads/send-form.ts'
import { useBackstageText } from '../texts.ts'

/** The logo of the site, saved as soon as it is chosen. */
export function LogoField() {
  const t = useBackstageText()
  const titleId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const look = api.site.look.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const remove = api.site.removeLogo.useMutation({
    meta: { isQuiet: true },
    onMutate: () => setProblem(null),
    onSuccess: () => showToast(t('look.logoRemoved')),
    onError: (error) => setProblem(refusalOf(error)?.message ?? t('look.logoFailed')),
    onSettled: async () => {
      await look.refetch()
      setAsking(false)
    },
  })
  const logo = look.data?.logo ?? ''
  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    setBusy(true)
    try {
      const form = new FormData()
      form.append('seen', JSON.stringify({ logo }))
      form.append('file', file)
      await sendForm('/api/site/putLogo', form)
      showToast(t('look.logoSaved'))
    } catch (error) {
      setProblem((error instanceof UploadError && error.answer) || t('look.logoFailed'))
    } finally {
      await look.refetch()
      setBusy(false)
    }
  }
  return (
    <section className="logo-field" aria-labelledby={titleId}>
      <strong id={titleId}>{t('look.logo')}</strong>
      <p className="form-text">{t('look.logoHint')}</p>
      {logo !== '' && <img src={atSite(logo)} alt={t('look.logoNow')} />}
      {problem !== null && (
        <p className="logo-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="list-actions">
        <WaitingButton isOff={isBusy} onClick={() => picker.current?.click()}>
          {t(logo === '' ? 'look.choose' : 'look.chooseOther')}
        </WaitingButton>
        {logo !== '' && (
          <WaitingButton look="quiet" isOff={isBusy} onClick={() => setAsking(true)}>
            {t('look.remove')}
          </WaitingButton>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('look.choose')}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={({ target }) => {
          void send(target.files?.[0])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('look.removeTitle')}
          text={t('look.removeText')}
          action={t('look.remove')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ seen: { logo } })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
