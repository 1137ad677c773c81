import { Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import type { Parameter } from '../parameters.ts'
import { schemaOf } from '../schema.ts'
import { useDocumentText } from './texts.ts'

export interface SchemaDialogProps {
  readonly title: string
  readonly rows: readonly Parameter[]
  onClose(): void
}

/** A table of parameters as a JSON Schema for other programs. */
export function SchemaDialog({ title, rows, onClose }: SchemaDialogProps) {
  const { t: common } = useTranslation()
  const t = useDocumentText()
  const copy = useCopy()
  const schema = useMemo(() => schemaOf(rows.filter(({ name }) => name !== '')), [rows])
  return (
    <Dialog
      title={t('schema.title', { table: title })}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          <Button look="primary" onClick={() => copy(schema)}>
            {t('schema.copy')}
          </Button>
        </>
      }
    >
      <Textarea label={t('schema.action')} className="api-code" rows={18} readOnly value={schema} />
    </Dialog>
  )
}
