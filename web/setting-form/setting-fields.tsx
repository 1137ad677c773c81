import './setting-form.css'
import type { FieldProblems, FieldValues, ShownField } from './shown-field.ts'
import { SettingInput } from './setting-input.tsx'

export interface SettingFieldsProps {
  readonly fields: readonly ShownField[]
  readonly values: FieldValues
  readonly problems: FieldProblems
  /** The id of an input, by field name. */
  idOf(name: string): string
  onChange(name: string, value: string | boolean): void
}

/** Input fields for settings, generated from their descriptions. */
export const SettingFields = ({ fields, values, problems, idOf, onChange }: SettingFieldsProps) =>
  fields.map((field) => (
    <SettingInput
      key={field.name}
      id={idOf(field.name)}
      field={field}
      value={values[field.name] ?? ''}
      problem={problems[field.name] ?? null}
      onChange={(value) => onChange(field.name, value)}
    />
  ))
