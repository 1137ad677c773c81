import { useBlockNoteEditor, useComponentsContext, useEditorState } from '@blocknote/react'
import { Highlighter, Subscript, Superscript } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RichEditor } from './rich-schema.tsx'

const ICONS = { marked: Highlighter, raised: Superscript, lowered: Subscript } as const

export interface TagStyleButtonProps {
  readonly name: keyof typeof ICONS
}

/** Gives the selection a style that the editor itself has no button for, or takes it away. */
export function TagStyleButton({ name }: TagStyleButtonProps) {
  const { t } = useTranslation('editor')
  const parts = useComponentsContext()?.FormattingToolbar
  const editor = useBlockNoteEditor() as unknown as RichEditor
  const isActive = useEditorState({
    editor,
    selector: () => {
      const blocks = editor.getSelection()?.blocks ?? [editor.getTextCursorPosition().block]
      const hasText = blocks.some(({ content }) => content !== undefined)
      return hasText && editor.isEditable ? name in editor.getActiveStyles() : null
    },
  })
  if (!parts || isActive === null) return null
  const Icon = ICONS[name]
  return (
    <parts.Button
      className="bn-button"
      label={t(`style.${name}`)}
      mainTooltip={t(`style.${name}`)}
      isSelected={isActive}
      icon={<Icon size={16} />}
      onClick={() => {
        editor.focus()
        editor.toggleStyles({ [name]: true })
      }}
    />
  )
}
