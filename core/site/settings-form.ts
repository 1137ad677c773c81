import { z } from 'zod'
import { forScreens } from '../schema.ts'
import { fieldsOf, partsOf, secretFieldsOf } from '../settings.ts'

/** Texts of a section: `title`, and for each field `label`, `hint` and `choices.{value}`, in one language. */
export interface SettingsTexts {
  readonly [key: string]: string | SettingsTexts
}

export type SettingValue = string | number | boolean

export const SettingField = z.object({
  name: z.string(),
  /** A list is a text with one entry per line. */
  kind: z.enum(['text', 'secret', 'number', 'flag', 'choice', 'list']),
  label: z.string(),
  /** '' for none. */
  hint: z.string(),
  /** For a secret a mask when it is set, else ''. */
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** The options of a choice. */
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  /** For a number. */
  least: z.number().optional(),
  greatest: z.number().optional(),
  /** For a text, or each entry of a list, in UTF-16 units. */
  longest: z.number().optional(),
  /**
   * For a secret: the fields that say where it is sent. When one of them changes, the secret has to be entered again.
   */
  sentTo: z.array(z.string()).optional(),
  /** For a secret: another one whenever the secret is another one, '' when it is not set. */
  stamp: forScreens(z.string().optional()),
  /** The environment variable that overrides it; such a field cannot be changed. */
  setBy: z.string().optional(),
})
type Field = z.output<typeof SettingField>

/** Stands for a secret that is set (D73). Sent back unchanged, it keeps the secret. */
export const SECRET_MASK = '********'

interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
}

/** The fields of a section as shown in a form. @throws Error for a field type that forms do not support */
export const formOf = (
  schema: z.ZodType,
  values: Readonly<Record<string, unknown>>,
  texts: SettingsTexts,
): readonly Field[] =>
  Object.entries(fieldsOf(schema)).map(([name, field]) => {
    const isSecret = secretFieldsOf(schema).includes(name)
    const kind = kindOf(name, jsonOf(field), isSecret)
    const own = texts[name]
    const said = typeof own === 'object' ? own : {}
    const given = shownValue(values[name])
    const value = isSecret ? (given === '' ? '' : SECRET_MASK) : given
    const sentTo = isSecret ? sentToOf(field) : []
    return {
      name,
      ...kind,
      value,
      label: textAt(said, 'label') || name,
      hint: textAt(said, 'hint'),
      ...choicesOf(kind, said),
      ...(sentTo.length > 0 && { sentTo: [...sentTo] }),
    }
  })

export const shownValue = (value: unknown): SettingValue =>
  Array.isArray(value) ? value.join('\n') : ((value ?? '') as SettingValue)

/** The fields that determine where a secret is sent. */
export const sentToOf = (field: z.ZodType | undefined): readonly string[] =>
  field ? (field.meta()?.sentTo ?? partsOf(field).flatMap(sentToOf)) : []

type Kind = Pick<Field, 'kind' | 'least' | 'greatest' | 'longest'> & { readonly among?: readonly (string | number)[] }

function kindOf(name: string, json: FieldSchema, isSecret: boolean): Kind {
  if (isSecret) {
    // In a list or a union it would be stored and shown unmasked.
    if (json.type !== 'string' || json.enum) throw new Error(`the secret ${name} must be a text and nothing else`)
    return { kind: 'secret', ...limit('longest', json.maxLength) }
  }
  const among = json.enum ?? json.anyOf?.map((each) => each.const)
  if (among && among.length > 0 && among.every(isShown)) return { kind: 'choice', among }
  if (json.type === 'boolean') return { kind: 'flag' }
  if (json.type === 'string') return { kind: 'text', ...limit('longest', json.maxLength) }
  if (json.type === 'array' && json.items?.type === 'string')
    return { kind: 'list', ...limit('longest', json.items.maxLength) }
  if (json.type === 'integer' || json.type === 'number')
    return { kind: 'number', ...limit('least', json.minimum), ...limit('greatest', json.maximum) }
  throw new Error(`the setting ${name} is of no kind a form has: text, secret, number, flag, choice or list`)
}

const isShown = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

// zod's limits for an unlimited whole number are meaningless to people.
const limit = <K extends string>(key: K, value: number | undefined): { readonly [N in K]?: number } =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? {} : ({ [key]: value } as Record<K, number>)

function choicesOf({ among }: Kind, texts: SettingsTexts): Pick<Field, 'choices'> {
  if (!among) return {}
  const labels = texts['choices']
  const labelOf = (value: string | number): string =>
    (typeof labels === 'object' && textAt(labels, String(value))) || String(value)
  return { choices: among.map((value) => ({ value, label: labelOf(value) })) }
}

const textAt = (texts: SettingsTexts, key: string): string => {
  const text = texts[key]
  return typeof text === 'string' ? text : ''
}

const jsonOf = (field: z.ZodType): FieldSchema =>
  z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }) as FieldSchema

/** A value from a form or a program, converted for its schema; forms only send text. */
export function sentValue(schema: z.ZodType, name: string, sent: SettingValue): SettingValue | readonly string[] {
  const field = fieldsOf(schema)[name]
  const { kind, among } = field ? kindOf(name, jsonOf(field), false) : { kind: 'text', among: undefined }
  if (typeof sent === 'string') {
    if (kind === 'list') return entriesIn(sent)
    if (kind === 'flag' && ['1', 'true', '0', 'false', ''].includes(sent)) return sent === '1' || sent === 'true'
    if (kind === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(sent)) return Number(sent)
    return among?.find((value) => String(value) === sent) ?? sent
  }
  return kind === 'flag' && typeof sent === 'number' ? sent === 1 : sent
}

/** The entries of a list from a form: one per line, without empty lines. */
const entriesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
