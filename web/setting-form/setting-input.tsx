import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretInput } from './secret-input.tsx'
import { MASK, type FieldProblem, type ShownField } from './shown-field.ts'
import { useProblemText } from './use-problem-text.ts'

export interface SettingInputProps {
  readonly id: string
  readonly field: ShownField
  readonly value: string | number | boolean
  readonly problem: FieldProblem | null
  onChange(value: string | boolean): void
}

/** A field of any type, with its error. */
export function SettingInput(props: SettingInputProps) {
  const { id, field, value, problem, onChange } = props
  const { t } = useTranslation('fields')
  const problemText = useProblemText()
  const { kind, label, hint, setBy } = field
  if (setBy !== undefined) return <FixedInput id={id} field={field} />
  const error = problemText(problem, field)
  const common = { id, label, description: hint || undefined, error }
  if (kind === 'flag')
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (kind === 'choice') {
    const data = field.choices?.map((choice) => ({ value: String(choice.value), label: choice.label })) ?? []
    const choose = (chosen: string | null) => chosen !== null && onChange(chosen)
    return <Select {...common} data={data} value={String(value)} allowDeselect={false} onChange={choose} />
  }
  if (kind === 'secret')
    return <SecretInput {...common} saved={field.value !== ''} value={String(value)} onChange={onChange} />
  const text = {
    value: String(value),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  }
  if (kind === 'list')
    return (
      <Textarea {...common} description={`${hint} ${t('list')}`.trim()} autosize minRows={2} maxRows={10} {...text} />
    )
  return <TextInput {...common} inputMode={kind === 'number' ? 'decimal' : 'text'} {...text} />
}

/** Values from the environment can be read and copied, but not changed. */
function FixedInput({ id, field: { label, value, setBy = '' } }: Pick<SettingInputProps, 'id' | 'field'>) {
  const { t } = useTranslation('fields')
  const shown = value === MASK ? t('fixed.secret') : String(value)
  const description = t('fixed.by', { variable: setBy })
  return (
    <TextInput
      id={id}
      className="setting-fixed"
      label={label}
      description={description}
      placeholder={t('fixed.none')}
      value={shown}
      readOnly
    />
  )
}
