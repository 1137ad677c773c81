import { SuggestionMenuController } from '@blocknote/react'
import { Puzzle } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockCommand } from '../face-controls.ts'
import type { RichEditor } from './rich-schema.tsx'
import { addToBlockMenu, blocksFor, opensBlockMenu } from './typing/block-menu.ts'

export interface BlockMenuProps {
  readonly editor: RichEditor
  readonly commands: readonly BlockCommand[]
}

/** The menu that `/` opens: the blocks of the editor, and below them what plugins add. */
export function BlockMenu({ editor, commands }: BlockMenuProps) {
  const { t } = useTranslation('editor')
  const group = t('blockMenu.plugins')
  // They are made anew whenever the page is drawn, and the menu would be built anew each time with them.
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(
    () =>
      addToBlockMenu(editor, () =>
        latest.current.map(({ key, title, hint, words, icon }) => ({
          title,
          ...(hint !== '' && { subtext: hint }),
          aliases: [...words],
          group,
          icon: icon ?? <Puzzle size={18} />,
          onItemClick: () => latest.current.find((command) => command.key === key)?.run(),
        })),
      ),
    [editor, group],
  )
  const itemsFor = useCallback(async (query: string) => blocksFor(editor, query), [editor])
  return <SuggestionMenuController triggerCharacter="/" shouldOpen={opensBlockMenu} getItems={itemsFor} />
}
