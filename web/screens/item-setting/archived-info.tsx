import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Visibility } from '#core/item/item.ts'
import { limits } from '#core/limits.ts'
import { isTooShort } from '#web/item-form/item-form.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { isOfSettings } from '#web/leaving/is-of-settings.ts'
import { api } from '../../api/trpc.ts'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface ArchivedInfoProps {
  readonly item: { readonly itemId: number; readonly itemName: string; readonly visibility: Visibility }
}

/** Settings of an archived item that can still be changed: whether it can be read, and its visit password (D80). */
export function ArchivedInfo({ item }: ArchivedInfoProps) {
  const { t } = useTranslation('settings')
  if (item.visibility === 'members') return <p className="form-text">{t('base.archivedMembers')}</p>
  return <ClosingForm item={item} />
}

function ClosingForm({ item: { itemId, itemName } }: ArchivedInfoProps) {
  const { t } = useTranslation(['settings', 'items'])
  const cache = api.useUtils()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (isTooShort(value) ? t('items:field.passwordShort') : null) },
  })
  const update = api.item.update.useMutation({
    meta: { isQuiet: true },
    onSuccess: async (_, sent) => {
      // What was typed while it was saved is not saved, and stays.
      if (sent.password === undefined || form.getValues().password === sent.password) form.reset()
      showToast(t('base.saved'))
      await cache.item.invalidate()
    },
  })

  return (
    <form
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit(({ password }) => update.mutate({ itemId, itemName, password }), focusFirstError(form))}
    >
      <p className="form-text">{t('base.archived')}</p>
      <FormAlert error={update.error} />
      <PasswordField
        label={t('base.newPassword')}
        description={t('base.newPasswordHint')}
        required
        maxLength={limits.visitPasswordLength}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('items:field.passwordShow') }}
        {...form.getInputProps('password')}
      />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={update.isPending || !form.isDirty()}>
          {t('base.save')}
        </WaitingButton>
        <WaitingButton
          isOff={update.isPending}
          onClick={() => update.mutate({ itemId, itemName, visibility: 'members' })}
        >
          {t('base.membersOnly')}
        </WaitingButton>
      </div>
      <FormLeaveGuard isUnsaved={() => form.isDirty()} isKeptAt={isOfSettings(itemId)} />
    </form>
  )
}
