import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../parts/toast-store.ts'
import { useContributions, type Contributed } from './contributions.ts'
import { editorTools, type EditorTool, type EditorToolContext, type EditorToolRun, type ToolPlace } from './points.ts'
import { Slot } from './slot.tsx'

/** An entry of the toolbar, ready to be shown. */
export interface ToolEntry {
  readonly key: string
  readonly title: string
  readonly place: ToolPlace
  open(): void
}

/** How long a tool may work before the next one need not wait for it any more. */
const LONGEST_TURN_MS = 10_000

/** The tools of plugins for the toolbar, and the dialog that is open, to be rendered anywhere beside it. */
export function useEditorTools(
  context: EditorToolContext,
  kind: string,
): {
  readonly tools: readonly ToolEntry[]
  readonly dialog: ReactNode
} {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Contributed<EditorTool> | null>(null)
  const offered = useContributions(editorTools).filter(
    ({ value: { onlyFor, kinds = ['markdown'] } }) =>
      kinds.includes(kind) && (onlyFor === undefined || onlyFor === context.language),
  )

  const running = useRef<Promise<unknown>>(Promise.resolve())

  const run = async (pluginId: string, tool: EditorToolRun): Promise<void> => {
    try {
      await tool.run(context)
    } catch (error) {
      reportError(error)
      showToast(t('plugin.failed', { plugin: pluginId }), 'bad')
    }
  }
  const open = ({ pluginId, value }: Contributed<EditorTool>): void => {
    if ('Dialog' in value) return setOpened({ pluginId, value })
    // What is chosen first is in the text first, however long it takes to load.
    const turn = running.current.then(() => run(pluginId, value))
    running.current = Promise.race([turn, new Promise((resolve) => setTimeout(resolve, LONGEST_TURN_MS))])
  }

  const tools = offered.map((tool) => ({
    key: `${tool.pluginId}.${tool.value.id}`,
    // Keys of plugins are not known to the types of the product's texts.
    title: t(tool.value.title as never, { ns: tool.pluginId }) as string,
    place: tool.value.place,
    open: () => open(tool),
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
