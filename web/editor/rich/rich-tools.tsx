import {
  blockTypeSelectItems,
  FormattingToolbar,
  getFormattingToolbarItems,
  useDictionary,
  type BlockTypeSelectItem,
} from '@blocknote/react'

/** The tools for what is selected, as far as a save keeps what they do: a picture is never folded into its name. */
export function RichTools() {
  const types = blockTypeSelectItems(useDictionary()).filter(({ props }) => props?.['isToggleable'] !== true)
  const tools = getFormattingToolbarItems(types.map(withoutToggle))
  return <FormattingToolbar>{tools.filter(({ key }) => key !== 'filePreviewButton')}</FormattingToolbar>
}

/** The editor leaves out what names a property its blocks have not, and no heading of ours folds away. */
function withoutToggle({ props, ...type }: BlockTypeSelectItem): BlockTypeSelectItem {
  if (!props) return type
  const { isToggleable: _, ...kept } = props
  return { ...type, props: kept }
}
