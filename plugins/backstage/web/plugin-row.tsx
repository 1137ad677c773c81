import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'wouter'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { usePluginFault } from '#web/extensions/plugin-faults.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { useBackstageText } from './texts.ts'

export type ListedPlugin = AnswerOf<CoreOperations['plugin']['list']>['plugins'][number]

export interface PluginRowProps {
  readonly plugin: ListedPlugin
  readonly hasSettings: boolean
  readonly isBusy: boolean
  onSwitchOn(): void
  onSwitchOff(): void
}

/** This screen, without which nobody could switch anything on again. */
const OWN_ID = 'backstage'

export function PluginRow({ plugin, hasSettings, isBusy, onSwitchOn, onSwitchOff }: PluginRowProps) {
  const t = useBackstageText()
  const { time } = useFormats()
  const { id, name, version, summary, state, reason, isOffByErrors, restingKinds, searchRestsUntil } = plugin
  // A plugin that an administrator switched off needs no explanation.
  const isReasonShown = reason !== '' && (isOffByErrors || state === 'failed')
  const settings = t('plugins.settings', { name })
  const fault = usePluginFault(id)
  return (
    <li>
      <div className="plugin-facts">
        <p className="plugin-name">
          <strong>{name}</strong>
          {name !== id && <code>{id}</code>}
          {version !== '' && <span>{t('plugins.version', { version })}</span>}
          <span className="plugin-state" data-state={isOffByErrors ? 'failed' : state}>
            {t(`plugins.${isOffByErrors ? 'offByErrors' : state}`)}
          </span>
        </p>
        {summary !== '' && <p>{summary}</p>}
        {isReasonShown && <p className="plugin-reason">{reason}</p>}
        {restingKinds.map((kind) => (
          <p key={kind.id} className="plugin-reason">
            {t('plugins.restingKind', { kind: kind.id, until: time(kind.until) })}
          </p>
        ))}
        {searchRestsUntil !== null && (
          <p className="plugin-reason">{t('plugins.restingSearch', { until: time(searchRestsUntil) })}</p>
        )}
        {state === 'running' && fault !== null && (
          <p className="plugin-reason">{t('plugins.notLoaded', { reason: fault })}</p>
        )}
      </div>
      <div className="plugin-actions">
        {hasSettings && (
          <Link
            className="icon-button"
            href={`/admin/backstage-settings?section=plugin.${id}`}
            title={settings}
            aria-label={settings}
          >
            <SlidersHorizontal aria-hidden />
          </Link>
        )}
        {state === 'off' && (
          <Button aria-label={t('plugins.switchOnNamed', { name })} disabled={isBusy} onClick={onSwitchOn}>
            {t('plugins.switchOn')}
          </Button>
        )}
        {state === 'running' && id !== OWN_ID && (
          <Button look="quiet" aria-label={t('plugins.switchOffNamed', { name })} onClick={onSwitchOff}>
            {t('plugins.switchOff')}
          </Button>
        )}
      </div>
    </li>
  )
}
