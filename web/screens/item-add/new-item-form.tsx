import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { ItemFields } from '#web/item-form/item-fields.tsx'
import { EMPTY_ITEM, isAtField, sentItem, useDomainRefusal, useItemForm } from '#web/item-form/item-form.ts'
import { useAddItem } from './use-add-item.ts'
import { useOtherTypes, type OfferedType } from './use-other-types.ts'

export function NewItemForm() {
  const { t } = useTranslation(['items', 'common'])
  const [itemType, setItemType] = useState<OfferedType['itemType']>('regular')
  const others = useOtherTypes()
  const form = useItemForm(EMPTY_ITEM)
  const showAtField = useDomainRefusal(form)
  const add = useAddItem(t('add.created'), showAtField)

  return (
    <form
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit((values) => add.mutate({ itemType, ...sentItem(values) }), focusFirstError(form))}
    >
      {!isAtField(add.error) && <FormAlert error={add.error} />}
      <Radio.Group label={t('field.type')} value={itemType} onChange={setItemType}>
        <div className="choice-cards">
          <Radio value="regular" label={t('field.type.regular')} description={t('field.type.regularHint')} />
          <Radio value="single" label={t('field.type.single')} description={t('field.type.singleHint')} />
          {others.map((other) => (
            <Radio key={other.itemType} value={other.itemType} label={other.title} description={other.hint} />
          ))}
        </div>
      </Radio.Group>
      <ItemFields form={form} />
      <div className="form-actions">
        <Button type="submit" look="primary" disabled={add.isPending || add.isSuccess}>
          {t('add.new.action')}
        </Button>
        <ButtonLink look="quiet" href="/item/index">
          {t('common:action.cancel')}
        </ButtonLink>
      </div>
    </form>
  )
}
