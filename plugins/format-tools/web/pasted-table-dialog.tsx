import { useState, type ClipboardEvent } from 'react'
import { rowsOfText } from '#web/parts/rows-of-text.ts'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { rowsOfHtml, tableFromRows } from '../pasted-table.ts'
import { TextDialog } from './text-dialog.tsx'
import { useFormatText } from './texts.ts'

/** Paste table: cells copied from a spreadsheet or a website become a markdown table. */
export function PastedTableDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useFormatText()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)

  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const rows = rowsOfHtml(event.clipboardData.getData('text/html'))
    if (!rows) return
    event.preventDefault()
    setText(tableFromRows(rows))
  }
  const insert = () => {
    const table = text.trimStart().startsWith('|') ? text.trim() : tableFromRows(rowsOfText(text))
    if (table === '') return setError(t('pastedTable.empty'))
    editor.replaceSelection(table)
    onClose()
  }
  return (
    <TextDialog
      title={t('pastedTable.title')}
      label={t('pastedTable.label')}
      hint={t('pastedTable.hint')}
      action={t('insert')}
      text={text}
      error={error}
      onText={(changed) => {
        setText(changed)
        setError(null)
      }}
      onPaste={paste}
      onInsert={insert}
      onClose={onClose}
    />
  )
}
