import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ItemFields } from '#web/item-form/item-fields.tsx'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { EMPTY_ITEM, sentItem, useItemForm } from '#web/item-form/item-form.ts'
import { useAddItem } from './use-add-item.ts'

/** Creates a copy of an item with its catalogs and pages. */
export function CopyItemForm() {
  const { t } = useTranslation('items')
  const items = api.item.list.useQuery({})

  if (items.isPending) return <Skeleton lines={5} />
  if (items.isLoadingError) {
    return <ErrorState title={t('list.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
  }
  // An archived item can be copied although it can no longer be edited (D14).
  const sources = items.data.filter(({ isOwner, canEdit }) => isOwner || canEdit)
  if (sources.length === 0) return <EmptyState title={t('add.copy.none.title')} text={t('add.copy.none.text')} />
  return <CopyForm sources={sources} />
}

interface CopyFormProps {
  readonly sources: readonly { readonly itemId: number; readonly itemName: string; readonly itemDescription: string }[]
}

function CopyForm({ sources }: CopyFormProps) {
  const { t } = useTranslation(['items', 'common'])
  const [sourceId, setSourceId] = useState<string | null>(null)
  const [isSourceMissing, setSourceMissing] = useState(false)
  const form = useItemForm(EMPTY_ITEM)
  const copy = useAddItem({ form, doneText: t('add.copied'), onEmptied: () => setSourceId(null) })
  const choose = (value: string | null) => {
    const source = sources.find(({ itemId }) => String(itemId) === value)
    setSourceId(value)
    setSourceMissing(false)
    if (!source) return
    const itemName = t('add.copy.name', { name: source.itemName })
    const { itemDescription } = source
    // What somebody has typed stays, and stays unsaved.
    if (!form.isDirty('itemName')) form.setFieldValue('itemName', itemName)
    if (!form.isDirty('itemDescription')) form.setFieldValue('itemDescription', itemDescription)
    form.resetDirty({ ...EMPTY_ITEM, itemName, itemDescription })
  }
  const send = (values: typeof form.values) => {
    if (sourceId === null) setSourceMissing(true)
    else copy.mutate({ copyItemId: Number(sourceId), ...sentItem(values) })
  }

  return (
    <form
      ref={focusFirstField}
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit(send, focusFirstError(form))}
    >
      <p className="form-text">{t('add.copy.text')}</p>
      <FormAlert error={copy.error} />
      <Select
        label={t('add.copy.source')}
        required
        searchable
        nothingFoundMessage={t('add.copy.nothingFound')}
        data={sources.map(({ itemId, itemName }) => ({ value: String(itemId), label: itemName }))}
        value={sourceId}
        onChange={choose}
        error={isSourceMissing && t('add.copy.sourceRequired')}
      />
      <ItemFields form={form} hasDomain={false} />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={copy.isPending || copy.isSuccess}>
          {t('add.copy.action')}
        </WaitingButton>
        <ButtonLink look="quiet" href="/item/index">
          {t('common:action.cancel')}
        </ButtonLink>
      </div>
      <FormLeaveGuard isUnsaved={() => form.isDirty()} />
    </form>
  )
}
