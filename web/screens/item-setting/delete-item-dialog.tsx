import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'

export interface DeleteItemDialogProps {
  readonly itemId: number
  readonly itemName: string
  onClose(): void
}

/** Asks for the login password; afterwards the item list comes by itself (spec §4). */
export function DeleteItemDialog({ itemId, itemName, onClose }: DeleteItemDialogProps) {
  const { t } = useTranslation(['settings', 'items', 'common'])
  const formId = useId()
  const cache = api.useUtils()
  const [, navigate] = useLocation()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('delete.passwordRequired') : null) },
  })
  const remove = api.item.delete.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast(t('delete.done'))
      setTimeout(() => {
        navigate('/item/index')
        void cache.item.list.invalidate()
      }, limits.lifecycleRedirectMs)
      onClose()
    },
    onError: () => form.getInputNode('password')?.focus(),
  })

  return (
    <Dialog
      title={t('delete.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} look="danger" disabled={remove.isPending}>
            {t('delete.action')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit(({ password }) => remove.mutate({ itemId, password }), focusFirstError(form))}
      >
        <p className="form-text">{t('delete.text', { name: itemName })}</p>
        <FormAlert error={remove.error} />
        <PasswordInput
          label={t('delete.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('items:field.passwordShow') }}
          {...form.getInputProps('password')}
        />
      </form>
    </Dialog>
  )
}
