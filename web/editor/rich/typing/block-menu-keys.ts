import { createExtension } from '@blocknote/core'
import { filterSuggestionItems, SuggestionMenu } from '@blocknote/core/extensions'
import { getDefaultReactSlashMenuItems, type DefaultReactSuggestionItem } from '@blocknote/react'
import type { Selection, Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { endParagraphAtLine } from '../own-line.ts'
import type { RichEditor } from '../rich-schema.tsx'

/** `/` opens the block menu at the start of a block and after a space: elsewhere it is part of a word. */
export function opensBlockMenu({ selection: { $from: place } }: Pick<Transaction, 'selection'>): boolean {
  return !place.parent.type.isInGroup('tableContent') && /(?:^|\s)$/.test(lineBefore(place))
}

/** The text of the line, up to the cursor. */
const lineBefore = ({ parent, parentOffset }: Selection['$from']): string =>
  parent
    .textBetween(0, parentOffset, null, ({ type }) => (type.name === 'hardBreak' ? '\n' : '\ufffc'))
    .replace(/^.*\n/s, '')

/** Additional entries of an editor's menu. */
export interface MoreBlocks {
  /** Called whenever the menu is filled. Each entry is added to its group; new groups come last. */
  entries(): readonly DefaultReactSuggestionItem[]
  /** Asks for the size of a table, and inserts it. */
  pickTable(): void
}

const more = new WeakMap<object, MoreBlocks>()

export const addToBlockMenu = (editor: RichEditor, blocks: MoreBlocks): void => void more.set(editor, blocks)

/** The pages that were found for the last query, of an editor. */
const foundPages = new WeakMap<
  object,
  { readonly query: string; readonly pages: readonly DefaultReactSuggestionItem[] }
>()

/** What the menu of pages offers: searched for elsewhere, and later than what is typed. */
export const notePages = (editor: RichEditor, query: string, pages: readonly DefaultReactSuggestionItem[]): void =>
  void foundPages.set(editor, { query, pages })

/** The page with a title that starts with the typed text. */
function pageFor(editor: RichEditor, query: string): DefaultReactSuggestionItem | undefined {
  const found = foundPages.get(editor)
  const begun = query.trim().toLowerCase()
  const [first] = found?.query === query && begun !== '' ? found.pages : []
  return first?.title.toLowerCase().startsWith(begun) === true ? first : undefined
}

/** Blocks whose name or alias starts with the typed text; if there are none, the menu closes. */
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
  // The first would open the emoji list, which the face does not have.
  const { emoji, table, code_block: code } = editor.dictionary.slash_menu
  const added = more.get(editor)
  const all = getDefaultReactSlashMenuItems(editor)
    .filter(({ title }) => title !== emoji.title)
    .map((item) => ({ ...item, ...(item.badge !== undefined && { badge: item.badge.replaceAll('-', '+') }) }))
    .map((item) => {
      if (added && item.title === table.title) return { ...item, onItemClick: () => added.pickTable() }
      const add = () => {
        endParagraphAtLine(editor)
        item.onItemClick()
        if (item.title === code.title) askLanguage(editor)
      }
      return { ...item, onItemClick: add }
    })
  for (const entry of added?.entries() ?? []) {
    const last = all.findLastIndex(({ group }) => group === entry.group)
    all.splice(last < 0 ? all.length : last + 1, 0, entry)
  }
  return all
}

/** Enter in the field leads into the code. */
function askLanguage(editor: RichEditor): void {
  const { id } = editor.getTextCursorPosition().block
  // The block is drawn, and the menu returns the focus to the text, before the next frame.
  requestAnimationFrame(() =>
    editor.domElement?.querySelector<HTMLInputElement>(`[data-id="${CSS.escape(id)}"] .code-language`)?.focus(),
  )
}

/**
 * Handles Enter before a menu, which handles it while open and for a moment after: it takes what was chosen by keys, or
 * what begins with the typed text, and otherwise ends the line as without a menu.
 */
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
          // Fields within the text have keys of their own.
          if (event.target instanceof HTMLInputElement) return
          const query = menu.shown() ? (menu.store.state?.query ?? '') : null
          // What was chosen in one menu is not in the next.
          if (query === null) chosenIn = null
          else if (/^(?:Arrow|Page)(?:Up|Down)$/.test(event.key)) chosenIn = query
          if (event.key !== 'Enter' || event.isComposing) return
          if (query !== null && chosenIn === query) return
          const isOfBlocks = menu.store.state?.triggerCharacter === '/'
          const first = query ? (isOfBlocks ? blockFor(rich, query) : pageFor(rich, query)) : undefined
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

/**
 * After other words it may be part of a path, as in `GET /api`: there Enter ends the line unless an entry was chosen.
 */
function blockFor(editor: RichEditor, query: string): DefaultReactSuggestionItem | undefined {
  const { $from: place } = editor.prosemirrorState.selection
  const isWholeLine = lineBefore(place).slice(0, -`/${query}`.length).trim() === ''
  return isWholeLine ? matching(editor, query)[0] : undefined
}

const isHandled = (view: EditorView, event: KeyboardEvent): boolean =>
  view.someProp('handleKeyDown', (handle) => handle(view, event)) === true
