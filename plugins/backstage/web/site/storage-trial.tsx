import { Check, X } from 'lucide-react'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { useBackstageText } from '../texts.ts'
import type { StorageWishes } from './site-fields.ts'

export interface StorageTrialProps {
  /** What was changed in the form and is not kept yet. */
  readonly wishes: StorageWishes
  isComplete(): boolean
  onRefused(error: unknown): void
}

/** Tries the object storage that stands in the form, and shows each step. */
export function StorageTrial({ wishes, isComplete, onRefused }: StorageTrialProps) {
  const t = useBackstageText()
  const trial = api.siteConfig.tryStorage.useMutation({ meta: { isQuiet: true }, onError: onRefused })
  const run = () => {
    if (isComplete()) trial.mutate({ ossSetting: wishes })
  }
  return (
    <div className="storage-trial">
      <FormAlert error={trial.error} />
      <Button disabled={trial.isPending} onClick={run}>
        {t(trial.isPending ? 'site.trialRunning' : 'site.trial')}
      </Button>
      <p className="form-text">{t('site.trialHint')}</p>
      <div role="status">
        {trial.data && (
          <ol>
            {trial.data.steps.map(({ step, problem }) => (
              <li key={step} data-state={problem === null ? 'done' : 'failed'}>
                {problem === null ? <Check aria-hidden /> : <X aria-hidden />}
                <span>
                  {t(`site.trialStep.${step}`)}
                  <em>{problem === null ? t('site.trialDone') : t(`site.trialProblem.${problem}`)}</em>
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
