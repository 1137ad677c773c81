import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '../api/api-types.ts'

type Section = AnswerOf<CoreOperations['settings']['read']>['sections'][number]

/** A field of settings, or of the options of a format: its form follows from it. */
export type ShownField = Section['fields'][number]
/** By the names of the fields, as they are sent: numbers as they were typed, lists with one entry a line. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>
/** Keys of texts, by the names of the fields that cannot be sent as they are. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>
export type FieldProblem = 'again' | 'number' | 'refused' | 'tooGreat' | 'tooLong' | 'tooSmall'

/** What a secret that is set is shown as, by the server too; sent back, it keeps the secret. */
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

/** What is wrong with the values, by what the fields say of themselves. */
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

/** Who sends a secret elsewhere has to know it. */
const secretProblem = ({ name, kind, value, sentTo = [] }: ShownField, changed: ReadonlySet<string>) =>
  kind === 'secret' && value !== '' && !changed.has(name) && sentTo.some((place) => changed.has(place)) ? 'again' : null
