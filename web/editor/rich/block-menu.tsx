import { SuggestionMenu } from '@blocknote/core/extensions'
import { SuggestionMenuController, type DefaultReactSuggestionItem } from '@blocknote/react'
import { FileText, ListTree, Paperclip, Puzzle, Superscript } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockCommand } from '../face-controls.ts'
import { insertFootnote } from './insert-footnote.ts'
import type { RichDocument } from './rich-document.ts'
import { besideCursor } from './beside-cursor.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { TableSizePicker } from './table/table-size-picker.tsx'
import { addToBlockMenu, blocksFor, opensBlockMenu } from './typing/block-menu-keys.ts'

export interface BlockMenuProps {
  readonly page: RichDocument
  readonly latest: RefObject<MenuInputs>
}

/** New objects at every render of the screen, which would rebuild the menu each time. */
export interface MenuInputs {
  readonly commands: readonly BlockCommand[]
  onFiles(files: readonly File[]): void
}

/** A position in the window. */
interface Point {
  readonly left: number
  readonly bottom: number
}

const ICON_SIZE = 18

/** The menu opened by `/`: the editor's blocks, links and inserts, and commands of plugins. */
export function BlockMenu({ page, latest }: BlockMenuProps) {
  const { editor } = page
  const { t } = useTranslation('editor')
  const [sizeAt, setSizeAt] = useState<Point | null>(null)
  const files = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { image, table } = editor.dictionary.slash_menu
    const own = (key: OwnKey, group: string, icon: DefaultReactSuggestionItem['icon'], run: () => void) => ({
      title: t(`blockMenu.${key}`),
      subtext: t(`blockMenu.${key}Hint`),
      aliases: t(`blockMenu.${key}Words`).split(/\s*[,，]\s*/),
      ...{ group, icon, onItemClick: run },
    })
    addToBlockMenu(editor, {
      pickTable: () => setSizeAt(cursorPoint(editor)),
      entries: () => [
        own('file', image.group, <Paperclip size={ICON_SIZE} />, () => files.current?.click()),
        own('pageLink', table.group, <FileText size={ICON_SIZE} />, () =>
          editor.getExtension(SuggestionMenu)?.openSuggestionMenu('[[', { deleteTriggerCharacter: true }),
        ),
        own('contents', table.group, <ListTree size={ICON_SIZE} />, () => page.insert('[TOC]\n')),
        own('footnote', table.group, <Superscript size={ICON_SIZE} />, () =>
          insertFootnote(page, t('blockMenu.footnoteSample')),
        ),
        ...latest.current.commands.map(({ key, title, hint, words, icon }) => ({
          title,
          ...(hint !== '' && { subtext: hint }),
          aliases: [...words],
          group: t('blockMenu.plugins'),
          icon: icon ?? <Puzzle size={ICON_SIZE} />,
          onItemClick: () => latest.current.commands.find((command) => command.key === key)?.run(),
        })),
      ],
    })
  }, [editor, latest, page, t])
  const itemsFor = useCallback(async (query: string) => blocksFor(editor, query), [editor])
  return (
    <>
      <SuggestionMenuController
        triggerCharacter="/"
        shouldOpen={opensBlockMenu}
        getItems={itemsFor}
        suggestionMenuComponent={SuggestionList}
        floatingUIOptions={besideCursor}
      />
      <input
        ref={files}
        hidden
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          latest.current.onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
      {sizeAt && (
        <TableSizePicker
          {...sizeAt}
          onPick={(rows, columns) => {
            setSizeAt(null)
            page.insertTable(rows, columns)
          }}
          onClose={() => {
            setSizeAt(null)
            editor.focus()
          }}
        />
      )}
    </>
  )
}

type OwnKey = 'file' | 'pageLink' | 'contents' | 'footnote'

function cursorPoint({ prosemirrorView: view }: RichDocument['editor']): Point {
  const { left, bottom } = view.coordsAtPos(view.state.selection.head)
  return { left, bottom }
}
