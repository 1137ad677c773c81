import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { api } from '../../api/trpc.ts'
import { focusFirstField } from '../../parts/focus-first-field.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { storeUser } from '../../session/stored-user.ts'

export interface NameFormProps {
  readonly username: string
  readonly name: string
}

export function NameForm({ username, name }: NameFormProps) {
  const { t } = useTranslation('account')
  const cache = api.useUtils()
  const form = useForm({ initialValues: { name } })
  const rename = api.account.rename.useMutation({
    meta: { isQuiet: true },
    onSuccess: async (_, saved) => {
      storeUser({ username, name: saved.name })
      form.resetDirty(saved)
      showToast(t('setting.saved'))
      await cache.account.me.invalidate()
    },
  })

  return (
    <form ref={focusFirstField} className="form" onSubmit={form.onSubmit((values) => rename.mutate(values))}>
      <FormAlert error={rename.error} />
      <TextInput label={t('setting.username')} description={t('setting.usernameHint')} value={username} readOnly />
      <TextInput
        label={t('setting.name')}
        description={t('setting.nameHint')}
        autoComplete="name"
        maxLength={limits.nameLength}
        {...form.getInputProps('name')}
      />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={rename.isPending || !form.isDirty()}>
          {t('setting.save')}
        </WaitingButton>
      </div>
      <FormLeaveGuard isUnsaved={() => form.isDirty()} />
    </form>
  )
}
