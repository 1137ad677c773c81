import { Checkbox, NativeSelect } from '@mantine/core'
import { api } from '#web/api/trpc.ts'
import { Time } from '#web/parts/time.tsx'
import { useBackstageText } from '../texts.ts'

export interface BackupPlanProps {
  readonly plan: { readonly isOn: boolean; readonly hour: number }
  /** Null when none is planned. */
  readonly nextAt: string | null
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Whether and when a daily backup is made; each choice takes effect immediately. */
export function BackupPlan({ plan: kept, nextAt }: BackupPlanProps) {
  const t = useBackstageText()
  const utils = api.useUtils()
  const change = api.backup.plan.useMutation({ onSettled: () => utils.backup.read.invalidate() })
  // The chosen value is displayed until the server has confirmed it.
  const plan = change.isPending ? change.variables : kept
  return (
    <section className="backup-plan" aria-labelledby="backup-plan">
      <h2 id="backup-plan">{t('backups.plan')}</h2>
      <div>
        <Checkbox
          label={t('backups.daily')}
          checked={plan.isOn}
          onChange={({ currentTarget: { checked } }) => change.mutate({ ...plan, isOn: checked })}
        />
        <NativeSelect
          aria-label={t('backups.hour')}
          data={HOURS}
          value={String(plan.hour)}
          onChange={({ currentTarget: { value } }) => change.mutate({ ...plan, hour: Number(value) })}
        />
      </div>
      {nextAt && (
        <p className="form-text">
          {t('backups.next')} <Time at={nextAt} />
        </p>
      )}
      <p className="form-text">{t('backups.kept')}</p>
    </section>
  )
}
