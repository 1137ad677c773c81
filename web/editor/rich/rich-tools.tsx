import {
  BasicTextStyleButton,
  blockTypeSelectItems,
  FormattingToolbar,
  getFormattingToolbarItems,
  useBlockNoteEditor,
  useDictionary,
  useEditorState,
  type BlockTypeSelectItem,
} from '@blocknote/react'
import type { RichEditor } from './rich-schema.tsx'
import { TagStyleButton } from './tag-style-button.tsx'
import { mayIndent } from './typing/indent-keys.ts'

/** Tools for the selection, limited to changes that can be saved: a picture is never collapsed to its name. */
export function RichTools() {
  const types = blockTypeSelectItems(useDictionary()).filter(({ props }) => props?.['isToggleable'] !== true)
  const tools = getFormattingToolbarItems(types.map(withoutToggle))
  const editor = useBlockNoteEditor() as unknown as RichEditor
  const canIndent = useEditorState({ editor, selector: () => mayIndent(editor) })
  const isKept = (key: string | null) => !LOST.has(key ?? '') && (canIndent || key !== 'nestBlockButton')
  const kept = tools.filter(({ key }) => isKept(key))
  const behindStyles = kept.findIndex(({ key }) => key === 'strikeStyleButton') + 1
  return (
    <FormattingToolbar>
      {kept.slice(0, behindStyles)}
      <BasicTextStyleButton basicTextStyle="code" />
      <TagStyleButton name="marked" />
      <TagStyleButton name="raised" />
      <TagStyleButton name="lowered" />
      {kept.slice(behindStyles)}
    </FormattingToolbar>
  )
}

/** Not supported by markdown: a collapsed picture, and the alignment of a single cell. */
const LOST: ReadonlySet<string> = new Set([
  'filePreviewButton',
  ...['textAlignLeftButton', 'textAlignCenterButton', 'textAlignRightButton'],
])

/** The editor omits entries for missing properties, and our headings cannot be collapsed. */
function withoutToggle({ props, ...type }: BlockTypeSelectItem): BlockTypeSelectItem {
  if (!props) return type
  const { isToggleable: _, ...kept } = props
  return { ...type, props: kept }
}
