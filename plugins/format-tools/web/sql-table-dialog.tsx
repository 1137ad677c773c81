import { useState } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { apiOf } from '#web/extensions/plugin-api.ts'
import type { formatToolsOperations } from '../operations.ts'
import { TextDialog } from './text-dialog.tsx'
import { useFormatText } from './texts.ts'

const api = apiOf<typeof formatToolsOperations>()

/** SQL to table: the server reads the CREATE TABLE statements, as it does for scripts over REST. */
export function SqlTableDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useFormatText()
  const [text, setText] = useState(() => editor.selection())
  const convert = api.formatTools.sqlToTable.useMutation({
    meta: { isQuiet: true },
    onSuccess: ({ markdown }) => {
      editor.replaceSelection(markdown)
      onClose()
    },
  })
  const refusal = refusalOf(convert.error)
  return (
    <TextDialog
      title={t('sqlTable.title')}
      label={t('sqlTable.label')}
      hint={t('sqlTable.hint')}
      action={t('insert')}
      text={text}
      error={
        refusal && (refusal.kind === 'invalidInput' ? t('sqlTable.none') : (refusal.message ?? t('sqlTable.failed')))
      }
      isBusy={convert.isPending}
      onText={(changed) => {
        setText(changed)
        convert.reset()
      }}
      onInsert={() => convert.mutate({ sql: text })}
      onClose={onClose}
    />
  )
}
