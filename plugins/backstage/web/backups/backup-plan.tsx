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

/**
 * Whether and when a daily backup is made; each choice takes effect immediately, and only that choice is sent: the other
 * one may have been made by another administrator meanwhile.
 */
export function BackupPlan({ plan, nextAt }: BackupPlanProps) {
  const t = useBackstageText()
  const turn = usePlanning()
  const time = usePlanning()
  // The chosen value is displayed until the server has confirmed it.
  const { isOn = plan.isOn } = turn.isPending ? turn.variables : {}
  const { hour = plan.hour } = time.isPending ? time.variables : {}
  return (
    <section className="backup-plan" aria-labelledby="backup-plan">
      <h2 id="backup-plan">{t('backups.plan')}</h2>
      <div>
        <Checkbox
          label={t('backups.daily')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => turn.mutate({ isOn: checked })}
        />
        <NativeSelect
          aria-label={t('backups.hour')}
          data={HOURS}
          value={String(hour)}
          onChange={({ currentTarget: { value } }) =>
            time.mutate({ hour: Number(value), seen: { hour: String(hour) } })
          }
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

/** Choices made quickly one after the other arrive in this order. */
function usePlanning() {
  const utils = api.useUtils()
  return api.backup.plan.useMutation({
    scope: { id: 'backup.plan' },
    onSettled: () => utils.backup.read.invalidate(),
  })
}
