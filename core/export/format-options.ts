import { z } from 'zod'
import type { OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Language } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import { pageKinds } from '../page/kind.ts'
import { text } from '../schema.ts'
import { fieldsOf } from '../settings.ts'
import { formOf, sentValue, type SettingField, type SettingsTexts, type SettingValue } from '../site/settings-form.ts'

/** Choices people make before a format runs. */
export interface FormatOptions {
  /** An object of texts, numbers, flags and choices, each with a default: its form is derived from it. */
  readonly schema: z.ZodType
  /** `{field}.label`, `.hint` and `.choices.{value}`. */
  readonly texts: Readonly<Record<Language, SettingsTexts>>
  /** Fields about pages of a kind, by the id of that kind: they are offered, and taken, only while it runs. */
  readonly kinds?: Readonly<Record<string, string>>
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

/** @throws DomainError invalidInput for unknown or invalid options; notAvailable for those of a kind that does not run */
export function optionsFrom(
  services: OpenServices,
  options: FormatOptions | undefined,
  sent: SentOptions,
): Readonly<Record<string, unknown>> {
  const schema = options?.schema ?? z.object({})
  const values = valuesFrom(schema, sent)
  const absent = options ? fieldsOfAbsentKinds(services, options) : []
  // Programs, and screens opened earlier, may choose what is no longer offered: its default is as good as not sent.
  const unchosen = absent.length > 0 ? valuesFrom(schema, {}) : {}
  if (absent.some((name) => values[name] !== unchosen[name])) throw new DomainError('notAvailable')
  return values
}

function valuesFrom(schema: z.ZodType, sent: SentOptions): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(fieldsOf(schema), name))
  if (unknown !== undefined) throw new DomainError('invalidInput', { field: `options.${unknown}` })
  const values = Object.entries(sent).map(([name, value]) => [name, sentValue(schema, name, value)])
  const parsed = schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return parsed.data as Readonly<Record<string, unknown>>
  throw new DomainError('invalidInput', { field: ['options', ...(parsed.error.issues[0]?.path ?? [])].join('.') })
}

/** As shown in a form, with the default values. */
export function optionsForm(
  services: OpenServices,
  options: FormatOptions | undefined,
  language: Language,
): z.output<typeof SettingField>[] {
  if (!options) return []
  const absent = fieldsOfAbsentKinds(services, options)
  const form = formOf(options.schema, valuesFrom(options.schema, {}), options.texts[language])
  return form.filter(({ name }) => !absent.includes(name))
}

function fieldsOfAbsentKinds(services: OpenServices, { kinds = {} }: FormatOptions): string[] {
  const running = new Set(
    wholeServices(services)
      .extensions(pageKinds)
      .map(({ id }) => id),
  )
  return Object.keys(kinds).filter((name) => !running.has(kinds[name] ?? ''))
}
