import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../parts/button.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { ItemFields } from '#web/item-form/item-fields.tsx'
import { FormLeaveGuard } from '#web/leaving/form-leave-guard.tsx'
import { EMPTY_ITEM, isAtField, sentItem, useDomainRefusal, useItemForm } from '#web/item-form/item-form.ts'
import { useAddItem } from './use-add-item.ts'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { api } from '../../api/trpc.ts'
import { useContributions, usePluginsAreSettled } from '../../extensions/contributions.ts'
import { textsOf } from '../../extensions/plugin-texts.ts'
import { pageFaces } from '../../extensions/points.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export function NewItemForm() {
  const { t } = useTranslation(['items', 'common'])
  const [itemType, setItemType] = useState<OfferedType['itemType']>('regular')
  const others = useOtherTypes()
  const form = useItemForm(EMPTY_ITEM)
  const showAtField = useDomainRefusal(form)
  const add = useAddItem({ form, doneText: t('add.created'), onError: showAtField })

  return (
    <form
      ref={focusFirstField}
      className="form tab-form"
      noValidate
      onSubmit={form.onSubmit((values) => add.mutate({ itemType, ...sentItem(values) }), focusFirstError(form))}
    >
      {!isAtField(add.error) && <FormAlert error={add.error} />}
      <Radio.Group label={t('field.type')} value={itemType} onChange={setItemType}>
        <div className="choice-cards">
          <Radio value="regular" label={t('field.type.regular')} description={t('field.type.regularHint')} />
          <Radio value="single" label={t('field.type.single')} description={t('field.type.singleHint')} />
          {others.offered.map((other) => (
            <Radio key={other.itemType} value={other.itemType} label={other.title} description={other.hint} />
          ))}
          {Array.from({ length: others.expected }, (_, at) => (
            <div key={at} className="choice-room" aria-hidden inert>
              <Radio value="" label={t('field.type.single')} description={t('field.type.singleHint')} />
            </div>
          ))}
        </div>
      </Radio.Group>
      <ItemFields form={form} />
      <div className="form-actions">
        <WaitingButton type="submit" look="primary" isOff={add.isPending || add.isSuccess}>
          {t('add.new.action')}
        </WaitingButton>
        <ButtonLink look="quiet" href="/item/index">
          {t('common:action.cancel')}
        </ButtonLink>
      </div>
      <FormLeaveGuard isUnsaved={() => form.isDirty()} />
    </form>
  )
}

type OfferedType = AnswerOf<CoreOperations['item']['types']>[number]

/** That of the product's own plugins, as long as nothing is known. */
const USUAL_TYPES = 1

/** Additional item types: those of page kinds with faces; until these are there, how many are expected. */
function useOtherTypes() {
  const { t } = useTranslation()
  const areFacesThere = usePluginsAreSettled()
  const types = api.item.types.useQuery({}, { meta: { isQuiet: true } })
  const faces = useContributions(pageFaces)
  const isComplete = types.isError || (types.isSuccess && areFacesThere)
  const ofPlugins = types.data?.filter(({ kind }) => kind !== 'markdown')
  if (!isComplete) return { offered: [], expected: ofPlugins?.length ?? USUAL_TYPES }
  const offered = (types.data ?? []).flatMap(({ itemType, kind }) => {
    const found = faces.find(({ value }) => value.kind === kind)
    if (!found?.value.item) return []
    // The types of the product's texts do not include keys of plugins.
    const textOf = (key: string): string => t(key as never, { ns: textsOf(found.pluginId) })
    return [{ itemType, title: textOf(found.value.item.title), hint: textOf(found.value.item.hint) }]
  })
  return { offered, expected: 0 }
}
