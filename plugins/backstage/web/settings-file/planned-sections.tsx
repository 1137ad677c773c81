import '#web/parts/table.css'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { ColumnHeads } from '../column-heads.tsx'
import { useBackstageText } from '../texts.ts'

type PlannedSection = AnswerOf<CoreOperations['settings']['previewFile']>['sections'][number]

export interface PlannedSectionsProps {
  readonly sections: readonly PlannedSection[]
  /** What the file holds and is left as it is. */
  readonly passedOver: readonly string[]
}

const COLUMNS = ['setting', 'before', 'after'] as const

/** The changes a file would make, by section. */
export function PlannedSections({ sections, passedOver }: PlannedSectionsProps) {
  const t = useBackstageText()
  const shown = (value: string | number | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'settings.file.on' : 'settings.file.off')
    return value === '' ? t('settings.file.empty') : String(value)
  }
  const left = passedOver.length > 0 && <p>{t('settings.file.passedOver', { names: passedOver.join(', ') })}</p>
  if (sections.length === 0)
    return (
      <>
        <p>{t(passedOver.length > 0 ? 'settings.file.nothingHere' : 'settings.file.nothing')}</p>
        {left}
      </>
    )
  const planned = sections.map(({ id, title, fields, lostSecrets, wrongField }) => (
    <section key={id} className="planned-section">
      <h3>{title}</h3>
      <table className="table backstage-table">
        <ColumnHeads labels={COLUMNS.map((column) => t(`settings.file.column.${column}`))} />
        <tbody>
          {fields.map(({ name, label, before, after }) => (
            <tr key={name}>
              <td className="table-main">{label}</td>
              <td className="table-quiet" data-label={t('settings.file.column.before')}>
                {shown(before)}
              </td>
              <td data-label={t('settings.file.column.after')}>{shown(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lostSecrets.length > 0 && <p>{t('settings.file.lost', { names: lostSecrets.join(', ') })}</p>}
      {wrongField !== '' && <p className="planned-problem">{t('settings.file.wrong', { name: wrongField })}</p>}
    </section>
  ))
  return (
    <>
      {planned}
      {left}
    </>
  )
}
