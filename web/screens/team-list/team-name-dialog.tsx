import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownTeam } from './shown-team.ts'

export interface TeamNameDialogProps {
  /** The team to rename; a new one is made when it is missing. */
  readonly team?: ShownTeam
  onClose(): void
}

export function TeamNameDialog({ team, onClose }: TeamNameDialogProps) {
  const { t } = useTranslation(['teams', 'common'])
  const formId = useId()
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
    <Dialog
      title={t(team ? 'list.form.renameTitle' : 'list.form.addTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {t('list.form.action')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit(({ teamName }) => save.mutate({ id: team?.id ?? 0, teamName }), focusFirstError(form))}
      >
        <FormAlert error={save.error} />
        <TextInput
          label={t('list.form.name')}
          autoComplete="off"
          maxLength={limits.nameLength}
          {...form.getInputProps('teamName')}
        />
      </form>
    </Dialog>
  )
}
