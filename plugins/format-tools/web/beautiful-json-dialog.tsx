import { useState } from 'react'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { beautifulJson } from '../beautiful-json.ts'
import { TextDialog } from './text-dialog.tsx'
import { useFormatText } from './texts.ts'

/** Beautify JSON: inserts a code block with one value per line; anything but JSON is inserted unchanged (spec §5). */
export function BeautifulJsonDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useFormatText()
  const [text, setText] = useState(() => editor.selection())

  const insert = () => {
    const beautiful = beautifulJson(text)
    editor.replaceSelection(beautiful === text ? text : `\`\`\`json\n${beautiful}\n\`\`\``)
    onClose()
  }
  return (
    <TextDialog
      title={t('beautifulJson.title')}
      label={t('beautifulJson.label')}
      hint={t('beautifulJson.hint')}
      action={t('insert')}
      text={text}
      error={null}
      onText={setText}
      onInsert={insert}
      onClose={onClose}
    />
  )
}
