import { useRef, useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { sendForm } from '#web/uploads/send-form.ts'
import { UploadedPluginRow, type UploadedPlugin } from './uploaded-plugin-row.tsx'
import { useBackstageText } from './texts.ts'

interface Reply {
  readonly data: { readonly id: string; readonly sum: string; readonly faults: readonly string[] }
}

/** Uploaded plugins that do not run yet, and an upload button; nothing when the operator does not allow uploads. */
export function UploadedPlugins() {
  const t = useBackstageText()
  const file = useRef<HTMLInputElement>(null)
  const uploads = api.plugin.uploads.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const [checking, setChecking] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [error, setError] = useState<unknown>(null)
  const [chosen, setChosen] = useState<UploadedPlugin | null>(null)
  const settled = { onSettled: () => uploads.refetch() }
  const install = api.plugin.install.useMutation(settled)
  const discard = api.plugin.discard.useMutation(settled)
  if (uploads.data?.isOn !== true) return <p className="form-text">{uploads.data && t('plugins.uploadOff')}</p>

  const send = async (sent: File): Promise<void> => {
    setChecking(sent.name)
    setFaults([])
    setError(null)
    try {
      const form = new FormData()
      form.set('file', sent)
      const { data } = await sendForm<Reply>('/api/plugin/upload', form)
      setFaults(data.faults)
      if (data.faults.length === 0) showToast(t('plugins.uploaded', { id: data.id }))
    } catch (failure) {
      setError(failure)
    }
    setChecking(null)
    void uploads.refetch()
  }
  const start = ({ id, sum }: UploadedPlugin) =>
    install.mutate(
      { id, seen: { sum } },
      { onSuccess: () => showToast(t('plugins.installed', { id })), onSettled: () => setChosen(null) },
    )
  return (
    <section className="uploaded-plugins" aria-labelledby="uploaded-plugins">
      <h2 id="uploaded-plugins">{t('plugins.uploads')}</h2>
      <p className="form-text">{t('plugins.uploadText')}</p>
      <div>
        <WaitingButton isOff={checking !== null} onClick={() => file.current?.click()}>
          {t('plugins.upload')}
        </WaitingButton>
        <input
          ref={file}
          type="file"
          accept=".zip,application/zip"
          aria-label={t('plugins.upload')}
          hidden
          onChange={({ currentTarget }) => {
            const [sent] = currentTarget.files ?? []
            if (sent) void send(sent)
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="status">{checking !== null && t('plugins.checking', { name: checking })}</p>
      <FormAlert error={error} />
      {faults.length > 0 && (
        <div className="plugin-faults" role="alert">
          <p>{t('plugins.faults')}</p>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {uploads.data.plugins.length > 0 && (
        <ul className="plugin-list">
          {uploads.data.plugins.map((plugin) => (
            <UploadedPluginRow
              key={plugin.id}
              plugin={plugin}
              isBusy={install.isPending || discard.isPending}
              onInstall={() => setChosen(plugin)}
              onDiscard={() => discard.mutate({ id: plugin.id, seen: { sum: plugin.sum } })}
            />
          ))}
        </ul>
      )}
      {chosen && (
        <ConfirmDialog
          title={t('plugins.installTitle', { id: chosen.id })}
          text={t(chosen.isNewVersion ? 'plugins.replaceText' : 'plugins.installText')}
          action={t('plugins.install')}
          isBusy={install.isPending}
          onConfirm={() => start(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}
