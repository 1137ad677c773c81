import { SuggestionMenu } from '@blocknote/core/extensions'
import { SuggestionMenuController, type DefaultReactSuggestionItem } from '@blocknote/react'
import { FileText } from 'lucide-react'
import type { Transaction } from 'prosemirror-state'
import { use, useCallback } from 'react'
import { PageFinder } from '../page-finder.ts'
import { insertPageLink } from './page-link.ts'
import type { RichEditor } from './rich-schema.tsx'
import { notePages } from './typing/block-menu-keys.ts'
import { besideCursor } from './beside-cursor.ts'
import { SuggestionList } from './suggestion-list.tsx'

/** Opens the search for a page; the second form is typed by Chinese input methods. */
const PAGE_TRIGGERS = ['[[', '【【'] as const

/** They have no special meaning in code. */
const opensPageMenu = ({ selection: { $from: place } }: Pick<Transaction, 'selection'>): boolean =>
  place.parent.type.spec.code !== true

/** The menu opened by `[[`: choosing a page inserts a link to it, with its title. */
export function PageMenu({ editor }: { readonly editor: RichEditor }) {
  const { find } = use(PageFinder)
  const itemsFor = useCallback(
    async (query: string): Promise<DefaultReactSuggestionItem[]> => {
      // In shell syntax, as in `[[ -z`, and if no page has such a name, brackets are literal.
      const pages = /^\s|\]/.test(query) ? [] : await find(query)
      if (pages.length === 0) editor.getExtension(SuggestionMenu)?.closeMenu()
      const items = pages.map(({ title, address, path }) => ({
        title,
        ...(path.length > 0 && { subtext: path.join(' / ') }),
        icon: <FileText size={18} />,
        onItemClick: () => insertPageLink(editor, title, address),
      }))
      notePages(editor, query, items)
      return items
    },
    [editor, find],
  )
  return PAGE_TRIGGERS.map((trigger) => (
    <SuggestionMenuController
      key={trigger}
      triggerCharacter={trigger}
      shouldOpen={opensPageMenu}
      getItems={itemsFor}
      suggestionMenuComponent={SuggestionList}
      floatingUIOptions={besideCursor}
    />
  ))
}
