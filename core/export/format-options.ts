import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Language } from '../language.ts'
import { text } from '../schema.ts'
import { fieldsOf } from '../settings.ts'
import { formOf, sentValue, type SettingField, type SettingsTexts, type SettingValue } from '../site/settings-form.ts'

/** Choices people make before a format runs. */
export interface FormatOptions {
  /** An object of texts, numbers, flags and choices, each with a default: its form is derived from it. */
  readonly schema: z.ZodType
  /** `{field}.label`, `.hint` and `.choices.{value}`. */
  readonly texts: Readonly<Record<Language, SettingsTexts>>
}

const MOST = 50
const LONGEST_VALUE = 10_000

/** Options as sent; missing ones use the format's defaults. */
export const optionsField = () =>
  z
    .record(text(100), z.union([text(LONGEST_VALUE), z.number(), z.boolean()]))
    .refine((options) => Object.keys(options).length <= MOST)
    .default({})
export type SentOptions = Readonly<Record<string, SettingValue>>

/** @throws DomainError invalidInput for unknown or invalid options */
export function optionsFrom(options: FormatOptions | undefined, sent: SentOptions): Readonly<Record<string, unknown>> {
  const schema = options?.schema ?? z.object({})
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(fieldsOf(schema), name))
  if (unknown !== undefined) throw new DomainError('invalidInput', { field: `options.${unknown}` })
  const values = Object.entries(sent).map(([name, value]) => [name, sentValue(schema, name, value)])
  const parsed = schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return parsed.data as Readonly<Record<string, unknown>>
  throw new DomainError('invalidInput', { field: ['options', ...(parsed.error.issues[0]?.path ?? [])].join('.') })
}

/** As shown in a form, with the default values. */
export function optionsForm(options: FormatOptions | undefined, language: Language): z.output<typeof SettingField>[] {
  return options ? [...formOf(options.schema, optionsFrom(options, {}), options.texts[language])] : []
}
