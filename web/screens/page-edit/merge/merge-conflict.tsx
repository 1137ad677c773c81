import { useTranslation } from 'react-i18next'
import type { Choice } from '#web/editor/merge/page-merge.ts'

export interface MergeConflictProps {
  /** Unique on the screen. */
  readonly name: string
  readonly legend: string
  readonly mine: string
  readonly theirs: string
  /** Null while undecided. */
  readonly choice: Choice | null
  readonly choices: readonly Choice[]
  onChoose(choice: Choice): void
}

/** A conflict, with both sides beside each other, and the choice between them. */
export function MergeConflict({ name, legend, mine, theirs, choice, choices, onChoose }: MergeConflictProps) {
  const { t } = useTranslation('editor')
  return (
    <fieldset className="merge-conflict" data-decided={choice !== null}>
      <legend>{legend}</legend>
      <div className="merge-sides">
        <Side title={t('merge.mine')} text={mine} isKept={choice === 'mine' || choice === 'both'} />
        <Side title={t('merge.theirs')} text={theirs} isKept={choice === 'theirs' || choice === 'both'} />
      </div>
      <div className="merge-choices">
        {choices.map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={choice === option} onChange={() => onChoose(option)} />
            {t(`merge.keep.${option}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SideProps {
  readonly title: string
  readonly text: string
  readonly isKept: boolean
}

function Side({ title, text, isKept }: SideProps) {
  const { t } = useTranslation('editor')
  return (
    <div className="merge-side" data-kept={isKept}>
      <h3>{title}</h3>
      {text.trim() === '' ? <p>{t('merge.removed')}</p> : <pre>{text.replace(/\n+$/, '')}</pre>}
    </div>
  )
}
