import { TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { SettingFields } from '#web/setting-form/setting-fields.tsx'
import { problemsOf, valuesOf, type FieldValues } from '#web/setting-form/shown-field.ts'
import { ImportTree } from './import-tree.tsx'
import type { Preview } from './send-preview.ts'
import { useImportText } from './texts.ts'

type ShownFormat = AnswerOf<CoreOperations['import']['formats']>['formats'][number]

export interface ImportPreviewProps {
  readonly preview: Preview
  /** Undefined when it was removed meanwhile. */
  readonly format: ShownFormat | undefined
  /** The options used for the preview. */
  readonly chosen: FieldValues
  /** Whether it is imported into an existing item. */
  readonly isUpdate: boolean
  readonly isBusy: boolean
  readonly error: unknown
  /** Creates the preview again with other options. */
  onLook(options: FieldValues): void
  onStart(): void
  onCancel(): void
}

/** The preview of an import. */
export function ImportPreview(props: ImportPreviewProps) {
  const { preview, format, chosen, isUpdate, isBusy, error, onLook, onStart, onCancel } = props
  const t = useImportText()
  const { t: common } = useTranslation()
  const prefix = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const fields = format?.options ?? []
  const [looked] = useState(() => ({ ...valuesOf(fields), ...chosen }))
  const [values, setValues] = useState<FieldValues>(looked)
  const isLookDue = fields.some(({ name }) => String(values[name]) !== String(looked[name]))
  const problems = problemsOf(fields, values)
  // The file input has been replaced by something else.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="import">
      <h2 ref={heading} tabIndex={-1}>
        {preview.name}
      </h2>
      <FormAlert error={error} />
      <Counts preview={preview} format={format} isUpdate={isUpdate} />
      {preview.warnings.length > 0 && (
        <div className="import-warnings">
          <h3>
            <TriangleAlert aria-hidden />
            {t('warnings')}
          </h3>
          <ul>
            {[...new Set(preview.warnings)].map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {fields.length > 0 && (
        <div className="form">
          <SettingFields
            fields={fields}
            values={values}
            problems={problems}
            idOf={(name) => `${prefix}-${name}`}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
        </div>
      )}
      <ImportTree rows={preview.tree} total={preview.pages + preview.catalogs} hasStates={isUpdate} />
      <div className="form-actions">
        {isLookDue ? (
          <WaitingButton look="primary" isOff={Object.keys(problems).length > 0} onClick={() => onLook(values)}>
            {t('look')}
          </WaitingButton>
        ) : (
          <WaitingButton look="primary" isOff={isBusy} onClick={onStart}>
            {t(isUpdate ? 'startUpdate' : 'startNew')}
          </WaitingButton>
        )}
        <Button onClick={onCancel}>{common('action.cancel')}</Button>
      </div>
    </section>
  )
}

function Counts({ preview, format, isUpdate }: Pick<ImportPreviewProps, 'preview' | 'format' | 'isUpdate'>) {
  const t = useImportText()
  const { pages, catalogs, files, changed, same, kept } = preview
  const counts = [
    ['count.pages', pages],
    ['count.catalogs', catalogs],
    ['count.files', files],
  ] as const
  const states = [
    ['count.new', pages - changed - same - kept],
    ['count.changed', changed],
    ['count.same', same],
    ['count.kept', kept],
  ] as const
  return (
    <dl className="import-counts">
      <div>
        <dt>{t('format')}</dt>
        <dd>{format?.title ?? preview.format}</dd>
      </div>
      {[...counts, ...(isUpdate ? states : [])].map(([key, count]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
