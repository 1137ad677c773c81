import { useTranslation } from 'react-i18next'
import type { FieldProblem, ShownField } from './shown-field.ts'

/** Says what is wrong with a field; of one that somebody else saved meanwhile, which value it has now. */
export function useProblemText() {
  // Nothing is wrong yet when a form is opened, which must not take away the screen below until its texts are there.
  const { t } = useTranslation('fields', { useSuspense: false })
  return (problem: FieldProblem | undefined | null, field: ShownField): string | undefined => {
    if (!problem) return undefined
    const { least = 0, greatest = 0, longest = 0 } = field
    if (typeof problem === 'string') return t(`problem.${problem}`, { least, greatest, longest })
    const theirs = shownValue(field, problem.theirs)
    return theirs === '' ? t('problem.overtaken') : t('problem.overtakenBy', { theirs })
  }
}

/** As the form displays it; '' for what is not a single line, and for secrets. */
function shownValue({ kind, choices = [] }: ShownField, value: string): string {
  if (kind === 'choice') return choices.find((choice) => String(choice.value) === value)?.label ?? ''
  return kind === 'text' || kind === 'number' ? value : ''
}
