import { useState } from 'react'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { jsonTable } from '../json-table.ts'
import { TextDialog } from './text-dialog.tsx'
import { useFormatText } from './texts.ts'

/** JSON to table: the fields of an example become a table of parameters. */
export function JsonTableDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useFormatText()
  const [text, setText] = useState(() => editor.selection())
  const [error, setError] = useState<string | null>(null)

  const insert = () => {
    const words = {
      name: t('jsonTable.name'),
      type: t('jsonTable.type'),
      required: t('jsonTable.required'),
      description: t('jsonTable.description'),
      yes: t('jsonTable.yes'),
      no: t('jsonTable.no'),
    }
    try {
      editor.replaceSelection(jsonTable(text, words))
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      setError(t('jsonTable.notJson'))
      return
    }
    onClose()
  }
  return (
    <TextDialog
      title={t('jsonTable.title')}
      label={t('jsonTable.label')}
      hint={t('jsonTable.hint')}
      action={t('insert')}
      text={text}
      error={error}
      onText={(changed) => {
        setText(changed)
        setError(null)
      }}
      onInsert={insert}
      onClose={onClose}
    />
  )
}
