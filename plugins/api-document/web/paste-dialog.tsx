import { Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { rowsOfPaste } from '../pasted-rows.ts'
import type { WrittenRow } from '../schema.ts'
import { useDocumentText } from './texts.ts'

export interface PasteDialogProps {
  onRows(rows: readonly WrittenRow[]): void
  onClose(): void
}

/** Extracts parameters from pasted text. */
export function PasteDialog({ onRows, onClose }: PasteDialogProps) {
  const { t: common } = useTranslation()
  const t = useDocumentText()
  const [text, setText] = useState('')
  const rows = useMemo(() => rowsOfPaste(text), [text])
  const take = () => {
    onRows(rows)
    onClose()
  }
  return (
    <Dialog
      title={t('paste.title')}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          <WaitingButton look="primary" isOff={rows.length === 0} onClick={take}>
            {t('paste.add', { count: rows.length })}
          </WaitingButton>
        </>
      }
    >
      <Textarea
        label={t('paste.label')}
        description={t('paste.hint')}
        className="api-code"
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="field-hint">
        {text.trim() !== '' && rows.length === 0 && t('paste.nothing')}
      </p>
    </Dialog>
  )
}
