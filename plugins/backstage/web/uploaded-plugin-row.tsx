import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { Time } from '#web/parts/time.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from './texts.ts'

export type UploadedPlugin = AnswerOf<CoreOperations['plugin']['uploads']>['plugins'][number]

export interface UploadedPluginRowProps {
  readonly plugin: UploadedPlugin
  readonly isBusy: boolean
  onInstall(): void
  onDiscard(): void
}

/** An accepted plugin, with its sum to compare with the one published by its author. */
export function UploadedPluginRow({ plugin, isBusy, onInstall, onDiscard }: UploadedPluginRowProps) {
  const t = useBackstageText()
  const { id, version, summary, sum, takenAt, isNewVersion } = plugin
  return (
    <li>
      <div className="plugin-facts">
        <p className="plugin-name">
          <strong>{id}</strong>
          {version !== '' && <span>{t('plugins.version', { version })}</span>}
          <span className="state-badge" data-state="off">
            {t(isNewVersion ? 'plugins.waitsAsNewVersion' : 'plugins.waits')}
          </span>
        </p>
        <p>{summary}</p>
        <p className="form-text">
          <Time at={takenAt} />
        </p>
        <code className="plugin-sum">SHA-256 {sum}</code>
      </div>
      <div className="plugin-actions">
        <WaitingButton aria-label={t('plugins.installNamed', { id })} isOff={isBusy} onClick={onInstall}>
          {t('plugins.install')}
        </WaitingButton>
        <WaitingButton look="quiet" aria-label={t('plugins.discardNamed', { id })} isOff={isBusy} onClick={onDiscard}>
          {t('plugins.discard')}
        </WaitingButton>
      </div>
    </li>
  )
}
