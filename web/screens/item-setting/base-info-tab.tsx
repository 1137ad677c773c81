import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Visibility } from '#core/item/item.ts'
import { api } from '../../api/trpc.ts'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { focusFirstField } from '../../parts/focus-first-field.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ItemFields } from '#web/item-form/item-fields.tsx'
import { isAtField, sentItem, useDomainRefusal, useItemForm } from '#web/item-form/item-form.ts'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { isOfSettings } from '#web/leaving/is-of-settings.ts'
import { ArchivedInfo } from './archived-info.tsx'

export interface BaseInfoTabProps {
  readonly item: {
    readonly itemId: number
    readonly itemName: string
    readonly itemDescription: string
    readonly itemDomain: string
    /** '' when none is needed. */
    readonly password: string
    readonly visibility: Visibility
    readonly isArchived: boolean
  }
}

/** Name, description, address and privacy. Only the visit password of an archived item can be changed (D14, D80). */
export const BaseInfoTab = ({ item }: BaseInfoTabProps) =>
  item.isArchived ? <ArchivedInfo item={item} /> : <BaseInfo item={item} />

function BaseInfo({ item }: BaseInfoTabProps) {
  const { t } = useTranslation('settings')
  const { itemId, itemName, itemDescription, itemDomain, password, visibility } = item
  const cache = api.useUtils()
  const form = useItemForm({
    itemName,
    itemDescription,
    itemDomain,
    password,
    visibility,
  })
  // What is typed while it is saved is not saved.
  const [sent, setSent] = useState(form.values)
  const update = api.item.update.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      form.resetDirty(sent)
      showToast(t('base.saved'))
      await cache.item.invalidate()
    },
    onError: useDomainRefusal(form),
  })

  return (
    <form
      ref={focusFirstField}
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit((values) => {
        setSent(values)
        update.mutate({ itemId, ...sentItem(values) })
      }, focusFirstError(form))}
    >
      {!isAtField(update.error) && <FormAlert error={update.error} />}
      <ItemFields form={form} />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={update.isPending || !form.isDirty()}>
          {t('base.save')}
        </WaitingButton>
      </div>
      <FormLeaveGuard isUnsaved={() => form.isDirty()} isKeptAt={isOfSettings(itemId)} />
    </form>
  )
}
