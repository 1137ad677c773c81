import { useId, useState } from 'react'
import { fieldsRefused } from '#core/errors.ts'
import { refusalOf, type Refusal } from '../api/errors.ts'
import {
  changedValues,
  problemsOf,
  savedByOthers,
  seenOf,
  valuesAfterSave,
  valuesOf,
  type FieldProblem,
  type FieldProblems,
  type FieldValues,
  type ShownField,
} from './shown-field.ts'
import { useProblemText } from './use-problem-text.ts'

/** Takes the fields read back after a save; undefined when they could not be read, which changes nothing. */
export type TakeStored = (stored: readonly ShownField[] | undefined) => void

/** The values entered in a settings form, and their errors. */
export interface SettingValues {
  readonly values: FieldValues
  readonly problems: FieldProblems
  /** Those that differ from the stored ones. */
  readonly changed: FieldValues
  readonly isUnsaved: boolean
  /** What was there in the changed fields: the server refuses when somebody else has saved something else since. */
  readonly seen: Readonly<Record<string, string>>
  idOf(name: string): string
  /** What is wrong with a field, for a form that draws it itself. */
  errorOf(name: string): string | undefined
  change(name: string, value: string | boolean): void
  /**
   * When they are sent: returns what takes the fields read back after the save as the stored ones. What was typed since
   * stays.
   */
  noted(): TakeStored
  /**
   * Whether it can be sent; otherwise shows the errors, and focuses the first invalid field.
   * @param isAsked whether the form displays a field; the others are not validated
   * @param further errors that only the form knows
   */
  check(isAsked?: (name: string) => boolean, further?: FieldProblems): boolean
  /** Shows what is stored instead of everything typed. */
  giveUp(stored: readonly ShownField[]): void
  /**
   * Shows which fields the server has refused, whatever they are part of there, or which ones somebody else has saved
   * meanwhile: what was typed stays, and replaces theirs once it is sent again.
   */
  showRefused(error: unknown): void
  /** What is to be told at the head of the form; null when `showRefused` tells it, also once the field was changed. */
  headOf(error: unknown): unknown
}

/** Stored values as of opening the form or its last save: changes saved by others meanwhile are not reverted. */
export function useSettingValues(current: readonly ShownField[]): SettingValues {
  const prefix = useId()
  const [fields, setFields] = useState(current)
  const [values, setValues] = useState(() => valuesOf(fields))
  const [problems, setProblems] = useState<FieldProblems>({})
  const problemText = useProblemText()
  const changed = changedValues(fields, values)
  const idOf = (name: string): string => `${prefix}-${name}`
  const show = (found: FieldProblems): void => {
    setProblems(found)
    const first = fields.find(({ name }) => found[name] !== undefined)
    if (first) document.getElementById(idOf(first.name))?.focus()
  }
  /** The fields that a refusal is about. */
  const refusedIn = (refusal: Refusal | null): readonly string[] => {
    if (refusal?.kind === 'overtaken')
      return fields.flatMap(({ name }) => (refusal.details[name] === undefined ? [] : [name]))
    if (refusal?.kind !== 'invalidInput') return []
    // A form may be part of an input, and the entry of a list is named by its position.
    return fieldsRefused(refusal.details).flatMap(
      (path) => path.split('.').findLast((part) => fields.some(({ name }) => name === part)) ?? [],
    )
  }
  const showOvertaken = (details: Refusal['details']): void => {
    const theirs = fields.flatMap((field) => {
      const seen = details[field.name]
      return seen === undefined ? [] : [savedByOthers(field, String(seen))]
    })
    const byName = new Map(theirs.map((field) => [field.name, field]))
    setFields(fields.map((field) => byName.get(field.name) ?? field))
    show(Object.fromEntries(theirs.map(({ name, value }) => [name, { theirs: String(value) }])))
  }
  return {
    values,
    problems,
    changed,
    isUnsaved: Object.keys(changed).length > 0,
    seen: seenOf(fields, Object.keys(changed)),
    idOf,
    errorOf(name) {
      const field = fields.find((each) => each.name === name)
      return field && problemText(problems[name], field)
    },
    change(name, value) {
      setValues((now) => ({ ...now, [name]: value }))
      setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)))
    },
    noted() {
      const sent = values
      return (stored) => {
        if (!stored) return
        setFields(stored)
        setValues((now) => valuesAfterSave(valuesOf(stored), sent, now))
      }
    },
    check(isAsked = () => true, further = {}) {
      const asked = fields.filter(({ name }) => isAsked(name))
      const found = { ...problemsOf(asked, values), ...further }
      show(found)
      return Object.keys(found).length === 0
    },
    giveUp(stored) {
      setFields(stored)
      setValues(valuesOf(stored))
      setProblems({})
    },
    showRefused(error) {
      const refusal = refusalOf(error)
      if (refusal?.kind === 'overtaken') return showOvertaken(refusal.details)
      const refused = refusedIn(refusal)
      const wrong = (name: string): FieldProblem => (values[name] === '' ? 'missing' : 'refused')
      if (refused.length > 0) show(Object.fromEntries(refused.map((name) => [name, wrong(name)])))
    },
    headOf: (error) => (refusedIn(refusalOf(error)).length === 0 ? error : null),
  }
}
