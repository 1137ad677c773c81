import { createExtension } from '@blocknote/core'
import { filterSuggestionItems, SuggestionMenu } from '@blocknote/core/extensions'
import { getDefaultReactSlashMenuItems, type DefaultReactSuggestionItem } from '@blocknote/react'
import type { Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { RichEditor } from '../rich-schema.tsx'

/** `/` opens the menu of blocks at the start of a block and after a space: elsewhere it is a part of a word. */
export function opensBlockMenu({ selection: { $from: place } }: Pick<Transaction, 'selection'>): boolean {
  const before = place.parent.textBetween(0, place.parentOffset, null, ({ type }) =>
    type.name === 'hardBreak' ? '\n' : '\ufffc',
  )
  return !place.parent.type.isInGroup('tableContent') && /(?:^|\s)$/.test(before)
}

/** What the menu of an editor offers beside its own blocks. */
export interface MoreBlocks {
  /** Asked for whenever the menu is filled. Each stands behind the others of its group; a group of its own comes last. */
  entries(): readonly DefaultReactSuggestionItem[]
  /** Asks how large a table is to be, and makes it. */
  pickTable(): void
}

const more = new WeakMap<object, MoreBlocks>()

export const addToBlockMenu = (editor: RichEditor, blocks: MoreBlocks): void => void more.set(editor, blocks)

/** The blocks whose name, or another word for it, begins with what was typed; without any, the menu closes. */
export function blocksFor(editor: RichEditor, query: string): DefaultReactSuggestionItem[] {
  const found = matching(editor, query)
  if (found.length === 0) editor.getExtension(SuggestionMenu)?.closeMenu()
  return found
}

function matching(editor: RichEditor, query: string): DefaultReactSuggestionItem[] {
  const begins = (word: string): boolean => word.toLowerCase().startsWith(query.toLowerCase())
  if (/\s/.test(query)) return []
  return filterSuggestionItems([...blocksOf(editor)], query).filter(
    ({ title, aliases }) => begins(title) || aliases?.some(begins),
  )
}

function blocksOf(editor: RichEditor): readonly DefaultReactSuggestionItem[] {
  // The first would open the list of emoji, which the face does not have.
  const { emoji, table } = editor.dictionary.slash_menu
  const added = more.get(editor)
  const all = getDefaultReactSlashMenuItems(editor)
    .filter(({ title }) => title !== emoji.title)
    .map((item) => (added && item.title === table.title ? { ...item, onItemClick: () => added.pickTable() } : item))
  for (const entry of added?.entries() ?? []) {
    const last = all.findLastIndex(({ group }) => group === entry.group)
    all.splice(last < 0 ? all.length : last + 1, 0, entry)
  }
  return all
}

/** Decides who gets Enter before the menu does, which takes each that comes while it is there, and a while longer. */
export const blockMenuKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  let chosenIn: string | null = null
  return {
    key: 'block-menu-keys',
    mount({ dom, root, signal }) {
      root.addEventListener(
        'keydown',
        (event) => {
          const menu = rich.getExtension(SuggestionMenu)
          if (!(event instanceof KeyboardEvent) || !menu || !dom.contains(event.target as Node)) return
          const query = menu.shown() ? (menu.store.state?.query ?? '') : null
          if (/^(?:Arrow|Page)(?:Up|Down)$/.test(event.key) && query !== null) chosenIn = query
          if (event.key !== 'Enter' || event.isComposing) return
          // Another menu takes its own keys.
          if (query !== null && menu.store.state?.triggerCharacter !== '/') return
          if (query !== null && chosenIn === query) return
          const [first] = query && beginsBlock(rich, query) ? matching(rich, query) : []
          if (first) {
            event.preventDefault()
            event.stopImmediatePropagation()
            menu.closeMenu()
            menu.clearQuery()
            first.onItemClick()
          } else if (query !== null || document.getElementById('bn-suggestion-menu')) {
            menu.closeMenu()
            event.stopImmediatePropagation()
            if (isHandled(rich.prosemirrorView, event)) event.preventDefault()
          }
        },
        { capture: true, signal },
      )
    },
  }
})

/** Behind other words it is as likely a path, as in `GET /api`: there Enter ends the line unless an entry was chosen. */
function beginsBlock(editor: RichEditor, query: string): boolean {
  const { $from: place } = editor.prosemirrorState.selection
  const line = place.parent.textBetween(0, place.parentOffset, null, '\ufffc')
  return line.slice(0, -`/${query}`.length).trim() === ''
}

const isHandled = (view: EditorView, event: KeyboardEvent): boolean =>
  view.someProp('handleKeyDown', (handle) => handle(view, event)) === true
