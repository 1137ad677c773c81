import './backstage.css'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { ListedPlugin } from './plugin-reason.ts'
import { PluginRow } from './plugin-row.tsx'
import { useBackstageText } from './texts.ts'
import { UploadedPlugins } from './uploaded-plugins.tsx'

/** The plugins that were found, with their states and switches. */
export function PluginsSection() {
  const t = useBackstageText()
  const plugins = api.plugin.list.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const settings = api.settings.read.useQuery({}, { meta: { isQuiet: true } })
  const [doomed, setDoomed] = useState<ListedPlugin | null>(null)
  const switchOn = api.plugin.switchOn.useMutation({ onSettled: () => plugins.refetch() })
  const switchOff = api.plugin.switchOff.useMutation({ onSettled: () => plugins.refetch() })

  if (plugins.isLoadingError)
    return <ErrorState title={t('plugins.loadFailed')} error={plugins.error} onRetry={() => void plugins.refetch()} />
  if (!plugins.data) return <Skeleton lines={8} />
  const hasSettings = (id: string) => settings.data?.sections.some((section) => section.id === `plugin.${id}`) ?? false
  const start = ({ id, name }: ListedPlugin) =>
    switchOn.mutate({ id }, { onSuccess: () => showToast(t('plugins.switchedOn', { name })) })
  const stop = ({ id, name }: ListedPlugin) =>
    switchOff.mutate(
      { id },
      { onSuccess: () => showToast(t('plugins.switchedOff', { name })), onSettled: () => setDoomed(null) },
    )
  return (
    <>
      <ul className="plugin-list">
        {plugins.data.plugins.map((plugin) => (
          <PluginRow
            key={`${plugin.id} ${plugin.state}`}
            plugin={plugin}
            hasSettings={hasSettings(plugin.id)}
            isBusy={switchOn.isPending}
            onSwitchOn={() => start(plugin)}
            onSwitchOff={() => setDoomed(plugin)}
          />
        ))}
      </ul>
      <UploadedPlugins />
      {doomed && (
        <ConfirmDialog
          title={t('plugins.switchOffTitle', { name: doomed.name })}
          text={t('plugins.switchOffText')}
          action={t('plugins.switchOff')}
          isDangerous
          isBusy={switchOff.isPending}
          onConfirm={() => stop(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}
