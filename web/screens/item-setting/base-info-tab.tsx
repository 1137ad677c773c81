import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { ItemFields } from '#web/item-form/item-fields.tsx'
import { isAtField, sentItem, useDomainRefusal, useItemForm } from '#web/item-form/item-form.ts'

export interface BaseInfoTabProps {
  readonly item: {
    readonly itemId: number
    readonly itemName: string
    readonly itemDescription: string
    readonly itemDomain: string
    /** Empty for an open item. */
    readonly password: string
    readonly isArchived: boolean
  }
}

/** Name, description, address and privacy. Nothing of an archived item can be changed (D14). */
export function BaseInfoTab({ item }: BaseInfoTabProps) {
  const { t } = useTranslation('settings')
  const { itemId, itemName, itemDescription, itemDomain, password, isArchived } = item
  const cache = api.useUtils()
  const form = useItemForm({
    itemName,
    itemDescription,
    itemDomain,
    password,
    privacy: password === '' ? 'open' : 'private',
  })
  const update = api.item.update.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      form.resetDirty()
      showToast(t('base.saved'))
      await cache.item.invalidate()
    },
    onError: useDomainRefusal(form),
  })

  return (
    <form
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit((values) => update.mutate({ itemId, ...sentItem(values) }), focusFirstError(form))}
    >
      {isArchived && <p className="form-text">{t('base.archived')}</p>}
      {!isAtField(update.error) && <FormAlert error={update.error} />}
      <fieldset className="form plain-fieldset" disabled={isArchived}>
        <ItemFields form={form} />
        {!isArchived && (
          <div className="form-actions">
            <Button type="submit" look="primary" disabled={update.isPending || !form.isDirty()}>
              {t('base.save')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
