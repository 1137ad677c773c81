import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Visibility } from '#core/item/item.ts'
import { limits } from '#core/limits.ts'
import { refusalOf } from '../api/errors.ts'

/** The fields of an item, for adding and changing it. */
export interface ItemFormValues {
  readonly itemName: string
  readonly itemDescription: string
  readonly itemDomain: string
  readonly visibility: Visibility
  readonly password: string
}

export const EMPTY_ITEM: ItemFormValues = {
  itemName: '',
  itemDescription: '',
  itemDomain: '',
  visibility: 'open',
  password: '',
}

export type ItemForm = ReturnType<typeof useItemForm>

export function useItemForm(initialValues: ItemFormValues) {
  const { t } = useTranslation('items')
  return useForm<ItemFormValues>({
    initialValues,
    validate: {
      itemName: (value) => (value.trim() === '' ? t('field.nameRequired') : null),
      itemDomain: (value) => (/^[a-z0-9]*$/i.test(value.trim()) ? null : t('field.domainIllegal')),
      password: (value, { visibility }) => {
        if (visibility !== 'password') return null
        if (value === '') return t('privatePasswordMissing')
        return value !== initialValues.password && isTooShort(value) ? t('field.passwordShort') : null
      },
    },
  })
}

/** Whether a new visit password is too easy to guess; existing ones stay valid (REST accepts any). */
export const isTooShort = (password: string): boolean => [...password].length < limits.visitPasswordShortest

/** In the format of the operations: an item without a visit password sends an empty one (spec §5). */
export const sentItem = ({ password, ...item }: ItemFormValues) => ({
  ...item,
  password: item.visibility === 'password' ? password : '',
})

/** The choices in the form. */
export const chosenVisibility = (value: string): Visibility =>
  value === 'password' || value === 'members' ? value : 'open'

/** Shows a refusal at its field, in the words of the specification. */
export function useDomainRefusal(form: ItemForm): (error: unknown) => void {
  const { t } = useTranslation('items')
  return (error) => {
    const kind = refusalOf(error)?.kind
    if (kind === 'domainTaken') form.setFieldError('itemDomain', t('field.domainTaken'))
    else if (kind === 'illegalDomain') {
      form.setFieldError('itemDomain', refusalOf(error)?.message ?? t('field.domainIllegal'))
    } else return
    form.getInputNode('itemDomain')?.focus()
  }
}

/** Whether a refusal is already shown at its field. */
export const isAtField = (error: unknown): boolean =>
  ['domainTaken', 'illegalDomain'].includes(refusalOf(error)?.kind ?? '')
