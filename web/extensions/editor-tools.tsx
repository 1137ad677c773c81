import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockCommand } from '../editor/face-controls.ts'
import { showToast } from '../parts/toast-store.ts'
import { useContributions, type Contributed } from './contributions.ts'
import { pluginIcon } from './plugin-icon.tsx'
import { textsOf } from './plugin-texts.ts'
import {
  editorTools,
  slashCommands,
  type EditorTool,
  type EditorToolContext,
  type EditorToolRun,
  type SlashCommand,
  type ToolPlace,
} from './points.ts'
import { Slot } from './slot.tsx'

/** A toolbar entry, ready to be displayed. */
export interface ToolEntry {
  readonly key: string
  readonly title: string
  readonly place: ToolPlace
  open(): void
}

export interface ShownTools {
  readonly tools: readonly ToolEntry[]
  /** For the menu that inserts blocks. */
  readonly commands: readonly BlockCommand[]
  /** The dialog of the open tool or command, to be rendered anywhere beside them. */
  readonly dialog: ReactNode
}

type Opened = Contributed<EditorTool | SlashCommand>

/** Where what a tool inserts comes, kept from the moment at which the tool was chosen. */
export interface ChosenPlace {
  insert(markdown: string, sample?: string): void
  release(): void
}

/** How long a tool may run before it is run again, if it was chosen once more. */
const LONGEST_TURN_MS = 10_000

/** Plugin tools for the editor of pages of this kind; `hold` keeps the place of the cursor. */
export function useEditorTools(context: EditorToolContext, kind: string, hold: () => ChosenPlace): ShownTools {
  const { t } = useTranslation()
  const { dialog, open } = useOpenTool(context, hold)
  const isOffered = ({ value: { onlyFor } }: Opened): boolean => onlyFor === undefined || onlyFor === context.language
  // The types of the product's texts do not include keys of plugins.
  const textOf = (pluginId: string, key: string): string => t(key as never, { ns: textsOf(pluginId) })

  const tools = useContributions(editorTools)
    .filter((tool) => isOffered(tool) && (tool.value.kinds ?? ['markdown']).includes(kind))
    .map((tool) => ({
      key: keyOf(tool),
      title: textOf(tool.pluginId, tool.value.title),
      place: tool.value.place,
      open: () => open(tool),
    }))
  const commands = useContributions(slashCommands)
    .filter(isOffered)
    .map((command) => {
      const { title, hint, words, icon } = command.value
      return {
        key: keyOf(command),
        title: textOf(command.pluginId, title),
        hint: hint === undefined ? '' : textOf(command.pluginId, hint),
        words: words === undefined ? [] : textOf(command.pluginId, words).split(/\s*[,，、]\s*/),
        icon: pluginIcon(command.pluginId, icon),
        run: () => open(command),
      }
    })
  return { tools, commands, dialog }
}

const keyOf = ({ pluginId, value: { id } }: Opened): string => `${pluginId}.${id}`

/** Runs tools, each by itself and its own runs one after another, and shows their dialogs. */
function useOpenTool(
  context: EditorToolContext,
  hold: () => ChosenPlace,
): Pick<ShownTools, 'dialog'> & { open(tool: Opened): void } {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const running = useRef(new Map<string, Promise<unknown>>())

  const run = async (pluginId: string, tool: EditorToolRun, place: ChosenPlace): Promise<void> => {
    try {
      await tool.run({ ...context, editor: { ...context.editor, insert: place.insert } })
    } catch (error) {
      reportError(error)
      showToast(t('plugin.failed', { plugin: pluginId }), 'bad')
    } finally {
      place.release()
    }
  }
  const open = (chosen: Opened): void => {
    const { pluginId, value } = chosen
    if ('Dialog' in value) return setOpened(chosen)
    const key = keyOf(chosen)
    const place = hold()
    const turn = async (): Promise<unknown> =>
      Promise.race([run(pluginId, value, place), new Promise((resolve) => setTimeout(resolve, LONGEST_TURN_MS))])
    running.current.set(key, (running.current.get(key) ?? Promise.resolve()).then(turn))
  }

  const Dialog = opened && 'Dialog' in opened.value ? opened.value.Dialog : null
  const close = () => setOpened(null)
  const dialog = opened && Dialog && (
    <Slot key={keyOf(opened)} pluginId={opened.pluginId} failure="toast" onClose={close}>
      <Dialog {...context} onClose={close} />
    </Slot>
  )
  return { dialog, open }
}
