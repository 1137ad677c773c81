import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'wouter'
import { useIgnoredPoints, usePluginFault } from '#web/extensions/plugin-faults.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { usePluginReasons, type ListedPlugin } from './plugin-reason.ts'
import { useBackstageText } from './texts.ts'

export interface PluginRowProps {
  readonly plugin: ListedPlugin
  readonly hasSettings: boolean
  readonly isBusy: boolean
  onSwitchOn(): void
  onSwitchOff(): void
}

export function PluginRow({ plugin, hasSettings, isBusy, onSwitchOn, onSwitchOff }: PluginRowProps) {
  const t = useBackstageText()
  const { time } = useFormats()
  const reasons = usePluginReasons()
  const { id, name, version, summary, state, why, failures, isOffByErrors } = plugin
  const { restingKinds, searchRestsUntil, ignoredPoints } = plugin
  const reason = why && reasons.of(why)
  const settings = t('plugins.settings', { name })
  const fault = usePluginFault(id)
  const ignored = [...ignoredPoints, ...useIgnoredPoints(id)]
  return (
    <li>
      <div className="plugin-facts">
        <p className="plugin-name">
          <strong>{name}</strong>
          {name !== id && <code>{id}</code>}
          {version !== '' && <span>{t('plugins.version', { version })}</span>}
          <span className="state-badge" data-state={isOffByErrors ? 'failed' : state}>
            {t(`plugins.${isOffByErrors ? 'offByErrors' : state}`)}
          </span>
        </p>
        {summary !== '' && <p>{summary}</p>}
        {reason !== null && <p className="plugin-reason">{reason}</p>}
        {failures !== null && <p className="plugin-reason">{reasons.ofFailures(failures)}</p>}
        {restingKinds.map((kind) => (
          <p key={kind.id} className="plugin-reason">
            {t('plugins.restingKind', { kind: kind.id, until: time(kind.until) })}
          </p>
        ))}
        {searchRestsUntil !== null && (
          <p className="plugin-reason">{t('plugins.restingSearch', { until: time(searchRestsUntil) })}</p>
        )}
        {ignored.length > 0 && (
          <p className="plugin-reason">{t('plugins.ignoredPoints', { points: ignored.join(', ') })}</p>
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
          <WaitingButton aria-label={t('plugins.switchOnNamed', { name })} isOff={isBusy} onClick={onSwitchOn}>
            {t('plugins.switchOn')}
          </WaitingButton>
        )}
        {state === 'running' && !plugin.staysOn && (
          <Button look="quiet" aria-label={t('plugins.switchOffNamed', { name })} onClick={onSwitchOff}>
            {t('plugins.switchOff')}
          </Button>
        )}
      </div>
    </li>
  )
}
