import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../parts/toast-store.ts'
import { useContributions, type Contributed } from './contributions.ts'
import { editorTools, type EditorTool, type EditorToolContext, type ToolPlace } from './points.ts'
import { Slot } from './slot.tsx'

/** An entry of the toolbar, ready to be shown. */
export interface ToolEntry {
  readonly key: string
  readonly title: string
  readonly place: ToolPlace
  open(): void
}

/** The tools of plugins for the toolbar, and the dialog that is open, to be rendered anywhere beside it. */
export function useEditorTools(context: EditorToolContext): {
  readonly tools: readonly ToolEntry[]
  readonly dialog: ReactNode
} {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Contributed<EditorTool> | null>(null)
  const offered = useContributions(editorTools).filter(
    ({ value: { onlyFor } }) => onlyFor === undefined || onlyFor === context.language,
  )

  const open = async ({ pluginId, value }: Contributed<EditorTool>): Promise<void> => {
    if ('Dialog' in value) return setOpened({ pluginId, value })
    try {
      await value.run(context)
    } catch (error) {
      reportError(error)
      showToast(t('plugin.failed', { plugin: pluginId }), 'bad')
    }
  }

  const tools = offered.map((tool) => ({
    key: `${tool.pluginId}.${tool.value.id}`,
    // Keys of plugins are not known to the types of the product's texts.
    title: t(tool.value.title as never, { ns: tool.pluginId }) as string,
    place: tool.value.place,
    open: () => void open(tool),
  }))
  const Dialog = opened && 'Dialog' in opened.value ? opened.value.Dialog : null
  const close = () => setOpened(null)
  const dialog = opened && Dialog && (
    <Slot key={`${opened.pluginId}.${opened.value.id}`} pluginId={opened.pluginId} onClose={close}>
      <Dialog {...context} onClose={close} />
    </Slot>
  )
  return { tools, dialog }
}
