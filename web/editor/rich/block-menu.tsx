import { filterSuggestionItems } from '@blocknote/core/extensions'
import {
  getDefaultReactSlashMenuItems,
  SuggestionMenuController,
  type DefaultReactSuggestionItem,
} from '@blocknote/react'
import { Puzzle } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockCommand } from '../face-controls.ts'
import type { RichEditor } from './rich-schema.tsx'

export interface BlockMenuProps {
  readonly editor: RichEditor
  readonly commands: readonly BlockCommand[]
}

/** The menu that `/` opens: the blocks of the editor, and below them what plugins add. */
export function BlockMenu({ editor, commands }: BlockMenuProps) {
  const { t } = useTranslation('editor')
  const group = t('blockMenu.plugins')
  // It would open the list of emoji, which the face does not have.
  const nothing = editor.dictionary.slash_menu.emoji
  // They are made anew whenever the page is drawn, and the menu would be built anew each time with them.
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const itemsFor = useCallback(
    async (query: string): Promise<DefaultReactSuggestionItem[]> => {
      const added = latest.current.map(({ key, title, hint, words, icon }) => ({
        title,
        ...(hint !== '' && { subtext: hint }),
        aliases: [...words],
        group,
        icon: icon ?? <Puzzle size={18} />,
        onItemClick: () => latest.current.find((command) => command.key === key)?.run(),
      }))
      const own = getDefaultReactSlashMenuItems(editor).filter(({ title }) => title !== nothing.title)
      return filterSuggestionItems([...own, ...added], query)
    },
    [editor, group, nothing],
  )
  return <SuggestionMenuController triggerCharacter="/" shouldOpen={isOutsideTables} getItems={itemsFor} />
}

type MayOpen = NonNullable<Parameters<typeof SuggestionMenuController>[0]['shouldOpen']>

/** A cell of a table holds no blocks. */
const isOutsideTables: MayOpen = ({ selection }) => !selection.$from.parent.type.isInGroup('tableContent')
