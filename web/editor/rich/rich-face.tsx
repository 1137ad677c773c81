import '@blocknote/mantine/style.css'
import './rich-face.css'
import { BlockNoteView } from '@blocknote/mantine'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useColorScheme } from '../../session/color-scheme.ts'
import type { FaceControls, FaceProps } from '../face-controls.ts'
import { openMarkdown } from '../markdown-blocks/session.ts'
import { openRichDocument, type RichDocument } from './rich-document.ts'

/** The page as rich text. */
export function RichFace({ markdown, onTouched, onControls }: FaceProps) {
  const { t, i18n } = useTranslation('editor')
  const scheme = useColorScheme()
  const [page] = useState(() => openRichDocument(markdown, { language: i18n.language, label: t('text.label') }))
  const announce = useEffectEvent(onControls)

  useEffect(() => {
    announce(controlsOf(page))
    return () => announce(null)
  }, [page])

  return (
    <BlockNoteView
      className="rich-face"
      editor={page.editor}
      theme={scheme}
      emojiPicker={false}
      onChange={() => onTouched()}
    />
  )
}

function controlsOf({ editor, markdown, insert }: RichDocument): FaceControls {
  return {
    markdown,
    insert,
    selection: () => editor.getSelectedText(),
    replaceSelection(text) {
      const [only, ...others] = openMarkdown(text).blocks
      if (only?.type === 'paragraph' && others.length === 0 && Array.isArray(only.content)) {
        editor.insertInlineContent(only.content as Parameters<typeof editor.insertInlineContent>[0])
        return
      }
      editor.transact((transaction) => transaction.deleteSelection())
      insert(text)
    },
    focus: () => editor.focus(),
  }
}
