import '../parts/form.css'
import { Radio, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { chosenVisibility, type ItemForm } from './item-form.ts'
import { atSite } from '#web/site-path.ts'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface ItemFieldsProps {
  readonly form: ItemForm
  /** A copy has no domain initially. */
  readonly hasDomain?: boolean
}

export function ItemFields({ form, hasDomain = true }: ItemFieldsProps) {
  const { t } = useTranslation('items')
  return (
    <>
      <TextInput
        label={t('field.name')}
        required
        maxLength={limits.nameLength}
        autoComplete="off"
        {...form.getInputProps('itemName')}
      />
      <Textarea
        label={t('field.description')}
        rows={2}
        maxLength={limits.descriptionLength}
        {...form.getInputProps('itemDescription')}
      />
      {hasDomain && (
        <TextInput
          label={t('field.domain')}
          description={t('field.domainHint', { example: location.host + atSite('/payments') })}
          maxLength={limits.nameLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('itemDomain')}
        />
      )}
      <PrivacyFields form={form} />
    </>
  )
}

function PrivacyFields({ form }: Pick<ItemFieldsProps, 'form'>) {
  const { t } = useTranslation('items')
  const choose = (value: string) => {
    const visibility = chosenVisibility(value)
    form.setFieldValue('visibility', visibility)
    // An item that becomes password-protected again needs a new password (ISET-04, ISET-05).
    if (visibility !== 'password') form.setFieldValue('password', '')
  }
  return (
    <>
      <Radio.Group label={t('field.privacy')} {...form.getInputProps('visibility')} onChange={choose}>
        <div className="choice-cards">
          <Radio value="open" label={t('field.privacy.open')} description={t('field.privacy.openHint')} />
          <Radio value="password" label={t('field.privacy.private')} description={t('field.privacy.privateHint')} />
          <Radio value="members" label={t('field.privacy.members')} description={t('field.privacy.membersHint')} />
        </div>
      </Radio.Group>
      {form.values.visibility === 'password' && (
        <PasswordField
          label={t('field.password')}
          description={t('field.passwordHint')}
          required
          maxLength={limits.visitPasswordLength}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('field.passwordShow') }}
          {...form.getInputProps('password')}
        />
      )}
    </>
  )
}
