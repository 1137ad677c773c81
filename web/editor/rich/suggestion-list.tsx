import { useComponentsContext, type DefaultReactSuggestionItem, type SuggestionMenuProps } from '@blocknote/react'
import { Fragment, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The editor looks for it and for its entries by these ids. */
const LIST_ID = 'bn-suggestion-menu'

/** What `/` and `[[` offer: as the editor draws it, but with a name, and scrolled by keyboard as well. */
export function SuggestionList({ items, selectedIndex, onItemClick }: SuggestionMenuProps<DefaultReactSuggestionItem>) {
  const { t } = useTranslation('editor')
  const parts = useComponentsContext()?.SuggestionMenu
  const label = t('suggestions')
  useLayoutEffect(() => {
    const list = document.getElementById(LIST_ID)
    if (!list) return undefined
    list.setAttribute('aria-label', label)
    list.tabIndex = 0
    // The text keeps the focus while somebody scrolls with the mouse, or the menu would close.
    const stay = (event: MouseEvent) => event.preventDefault()
    list.addEventListener('mousedown', stay)
    return () => list.removeEventListener('mousedown', stay)
  }, [label])
  if (!parts) return null
  return (
    <parts.Root id={LIST_ID} className={LIST_ID}>
      {items.map((item, at) => (
        <Fragment key={`${item.group ?? ''} ${item.title} ${at}`}>
          {item.group !== items[at - 1]?.group && (
            <parts.Label className="bn-suggestion-menu-label">{item.group}</parts.Label>
          )}
          <parts.Item
            className="bn-suggestion-menu-item"
            id={`${LIST_ID}-item-${at}`}
            item={item}
            isSelected={at === selectedIndex}
            onClick={() => onItemClick?.(item)}
          />
        </Fragment>
      ))}
    </parts.Root>
  )
}
