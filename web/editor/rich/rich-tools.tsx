import {
  blockTypeSelectItems,
  FormattingToolbar,
  getFormattingToolbarItems,
  useBlockNoteEditor,
  useDictionary,
  useEditorState,
  type BlockTypeSelectItem,
} from '@blocknote/react'
import type { RichEditor } from './rich-schema.tsx'
import { mayIndent } from './typing/indent-keys.ts'

/** The tools for what is selected, as far as a save keeps what they do: a picture is never folded into its name. */
export function RichTools() {
  const types = blockTypeSelectItems(useDictionary()).filter(({ props }) => props?.['isToggleable'] !== true)
  const tools = getFormattingToolbarItems(types.map(withoutToggle))
  const editor = useBlockNoteEditor() as unknown as RichEditor
  const canIndent = useEditorState({ editor, selector: () => mayIndent(editor) })
  const isKept = (key: string | null) => !LOST.has(key ?? '') && (canIndent || key !== 'nestBlockButton')
  return <FormattingToolbar>{tools.filter(({ key }) => isKept(key))}</FormattingToolbar>
}

/** What markdown has no words for: a folded picture, and the side of a single cell. */
const LOST: ReadonlySet<string> = new Set([
  'filePreviewButton',
  ...['textAlignLeftButton', 'textAlignCenterButton', 'textAlignRightButton'],
])

/** The editor leaves out what names a property its blocks have not, and no heading of ours folds away. */
function withoutToggle({ props, ...type }: BlockTypeSelectItem): BlockTypeSelectItem {
  if (!props) return type
  const { isToggleable: _, ...kept } = props
  return { ...type, props: kept }
}
