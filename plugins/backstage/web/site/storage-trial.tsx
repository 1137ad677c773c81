import { api } from '#web/api/trpc.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { isTrialOf } from '#web/setting-form/is-trial-of.ts'
import { TrialSteps } from '#web/setting-form/trial-steps.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from '../texts.ts'
import type { StorageWishes } from './site-fields.ts'

export interface StorageTrialProps {
  /** Unsaved changes of the form. */
  readonly wishes: StorageWishes
  isComplete(): boolean
  onRefused(error: unknown): void
  /** What of it is not told at a field. */
  headOf(error: unknown): unknown
}

/** Tests the object storage in the form, and shows each step. */
export function StorageTrial({ wishes, isComplete, onRefused, headOf }: StorageTrialProps) {
  const t = useBackstageText()
  const trial = api.siteConfig.tryStorage.useMutation({ meta: { isQuiet: true }, onError: onRefused })
  const isCurrent = isTrialOf(trial.variables?.ossSetting, wishes)
  const run = () => {
    if (isComplete()) trial.mutate({ ossSetting: wishes })
  }
  return (
    <div className="storage-trial">
      <FormAlert error={isCurrent ? headOf(trial.error) : null} />
      <WaitingButton isOff={trial.isPending} onClick={run}>
        {t(trial.isPending ? 'site.trialRunning' : 'site.trial')}
      </WaitingButton>
      <p className="form-text">{t('site.trialHint')}</p>
      <div role="status">
        {isCurrent && trial.data && (
          <TrialSteps
            done={t('site.trialDone')}
            steps={trial.data.steps.map(({ step, problem }) => ({
              ...{ step, name: t(`site.trialStep.${step}`) },
              problem: problem === null ? null : t(`site.trialProblem.${problem}`),
            }))}
          />
        )}
      </div>
    </div>
  )
}
