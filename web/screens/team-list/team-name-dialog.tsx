import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownTeam } from './shown-team.ts'

export interface TeamNameDialogProps {
  /** The team to rename; without it a new one is added. */
  readonly team?: ShownTeam
  onClose(): void
}

export function TeamNameDialog({ team, onClose }: TeamNameDialogProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const form = useForm({
    initialValues: { teamName: team?.teamName ?? '' },
    validate: { teamName: (value) => (value.trim() === '' ? t('list.form.nameRequired') : null) },
  })
  const save = api.team.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('list.form.saved'))
      onClose()
      await cache.team.invalidate()
    },
  })

  return (
    <FormDialog
      title={t(team ? 'list.form.renameTitle' : 'list.form.addTitle')}
      action={t('list.form.action')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ teamName }) => save.mutate({ id: team?.id ?? 0, teamName }), focusFirstError(form))}
      onClose={onClose}
    >
      <TextInput
        label={t('list.form.name')}
        autoComplete="off"
        maxLength={limits.nameLength}
        {...form.getInputProps('teamName')}
      />
    </FormDialog>
  )
}
