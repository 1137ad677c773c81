import { SuggestionMenu } from '@blocknote/core/extensions'
import { SuggestionMenuController, type DefaultReactSuggestionItem } from '@blocknote/react'
import { FileText } from 'lucide-react'
import type { Transaction } from 'prosemirror-state'
import { use, useCallback } from 'react'
import { PageFinder } from '../page-finder.ts'
import type { RichEditor } from './rich-schema.tsx'

/** Typed to find a page; the second one as Chinese input methods write it. */
const PAGE_TRIGGERS = ['[[', '【【'] as const

/** In code they are what they are. */
const opensPageMenu = ({ selection: { $from: place } }: Pick<Transaction, 'selection'>): boolean =>
  place.parent.type.spec.code !== true

/** The menu that `[[` opens: a chosen page becomes a link to it, under its title. */
export function PageMenu({ editor }: { readonly editor: RichEditor }) {
  const { find } = use(PageFinder)
  const itemsFor = useCallback(
    async (query: string): Promise<DefaultReactSuggestionItem[]> => {
      // Of a shell, as in `[[ -z`, and of what no page is called, brackets are what they are.
      const pages = /^\s|\]/.test(query) ? [] : await find(query)
      if (pages.length === 0) editor.getExtension(SuggestionMenu)?.closeMenu()
      return pages.map(({ title, address, path }) => ({
        title,
        ...(path.length > 0 && { subtext: path.join(' / ') }),
        icon: <FileText size={18} />,
        onItemClick: () =>
          editor.insertInlineContent([
            { type: 'link', href: address, content: title },
            { type: 'text', text: ' ', styles: {} },
          ]),
      }))
    },
    [editor, find],
  )
  return PAGE_TRIGGERS.map((trigger) => (
    <SuggestionMenuController key={trigger} triggerCharacter={trigger} shouldOpen={opensPageMenu} getItems={itemsFor} />
  ))
}
