import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '../api/api-types.ts'

type Section = AnswerOf<CoreOperations['settings']['read']>['sections'][number]

/** The description of a setting, or of a format's option, from which its form is generated. */
export type ShownField = Section['fields'][number]
/** By field name, as sent: numbers as typed, lists with one entry per line. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>
/** Keys of error messages, by name of the invalid fields. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>
export type FieldProblem = 'again' | 'missing' | 'number' | 'refused' | 'tooGreat' | 'tooLong' | 'tooSmall' | Overtaken
/** Somebody else has saved this meanwhile; '' for a secret. */
export interface Overtaken {
  readonly theirs: string
}

/** The mask for a secret that is set, also used by the server; sending it back keeps the secret. */
export const MASK = '********'

export const valuesOf = (fields: readonly ShownField[]): FieldValues =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

/** The values that differ from those of the fields. */
export const changedValues = (fields: readonly ShownField[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => {
      const wanted = values[name]
      return wanted === undefined || String(wanted) === String(value) ? [] : [[name, wanted]]
    }),
  )

/** The stored values after a save, without losing what was typed since the values that were `sent`. */
export const valuesAfterSave = (stored: FieldValues, sent: FieldValues, now: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, now[name] === sent[name] ? value : (now[name] ?? value)]),
  )

/** What the reader saw in the fields with these names, as the server compares it. */
export const seenOf = (fields: readonly ShownField[], names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => names.includes(name))
      .map(({ name, kind, value, stamp = '' }) => [name, kind === 'secret' ? stamp : String(value)]),
  )

/** The field after somebody else has saved it; `seen` as `seenOf` returns it. */
export function savedByOthers(field: ShownField, seen: string): ShownField {
  if (field.kind === 'secret') return { ...field, value: seen === '' ? '' : MASK, stamp: seen }
  return { ...field, value: field.kind === 'flag' ? seen === 'true' : seen }
}

/** Validates the values by the descriptions of the fields. */
export function problemsOf(fields: readonly ShownField[], values: FieldValues): FieldProblems {
  const changed = new Set(Object.keys(changedValues(fields, values)))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, values[field.name] ?? '') ?? secretProblem(field, changed)
      return problem === null || field.setBy !== undefined ? [] : [[field.name, problem]]
    }),
  )
}

function problemOf(field: ShownField, value: string | number | boolean): FieldProblem | null {
  const { kind, least = -Infinity, greatest = Infinity, longest = Infinity } = field
  if (kind === 'number') {
    const number = Number(value)
    if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(String(value).trim())) return 'number'
    return number < least ? 'tooSmall' : number > greatest ? 'tooGreat' : null
  }
  if (kind === 'list')
    return String(value)
      .split('\n')
      .some((entry) => entry.trim().length > longest)
      ? 'tooLong'
      : null
  return String(value).length > longest ? 'tooLong' : null
}

/** Changing the target of a secret requires entering it again. */
const secretProblem = ({ name, kind, value, sentTo = [] }: ShownField, changed: ReadonlySet<string>) =>
  kind === 'secret' && value !== '' && !changed.has(name) && sentTo.some((place) => changed.has(place)) ? 'again' : null
