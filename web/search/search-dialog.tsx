import { FileText, Search } from 'lucide-react'
import { Fragment, useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { useFound, type FoundPage, type SearchedItem } from './use-found.ts'
import { wordsOf, type TextPart } from '#core/page/search.ts'
import { markPassage } from './mark-passage.ts'
import './search.css'

export interface SearchDialogProps {
  readonly item: SearchedItem
  /** What to search for at once; '' for nothing yet. */
  readonly keyword: string
  readonly onClose: () => void
}

/** Finds pages in this item or, for those who are logged in, in all of their items. */
export function SearchDialog({ item, keyword, onClose }: SearchDialogProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const isLoggedIn = Boolean(useCurrentUser())
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState(keyword)
  const [isEverywhere, setEverywhere] = useState(false)
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const found = useFound(useDeferredValue(typed), { item, isEverywhere, isLoggedIn })

  useEffect(() => dialog.current?.showModal(), [])

  const open = (page: FoundPage | undefined) => {
    if (!page) return
    onClose()
    navigate(page.path)
    if (page.isElsewhere) return
    const title = page.titleParts.map(({ text }) => text).join('')
    markPassage({ path: page.path, title, words: wordsOf(typed) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = found.pages.length - 1
    if (event.key === 'ArrowDown') setChosen(Math.min(last, chosen + 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') open(found.pages[chosen])
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className="search" aria-label={t('search.title')} onClose={onClose}>
      <div className="search-field">
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded={found.pages.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.pages.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder', { item: item.itemName })}
          maxLength={limits.keywordLength}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      {isLoggedIn && (
        <div className="search-where" role="group" aria-label={t('search.where')}>
          <button type="button" aria-pressed={!isEverywhere} onClick={() => setEverywhere(false)}>
            {t('search.here')}
          </button>
          <button type="button" aria-pressed={isEverywhere} onClick={() => setEverywhere(true)}>
            {t('search.everywhere')}
          </button>
        </div>
      )}
      <div className="search-results" id={listId} role="listbox" aria-label={t('search.results')}>
        {found.pages.map((page, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
          <div
            key={`${at} ${page.path}`}
            id={`${listId}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            ref={at === chosen ? scrollIntoList : undefined}
            onPointerMove={() => setChosen(at)}
            onClick={() => open(page)}
          >
            <FileText aria-hidden />
            <div>
              <strong>
                <MarkedText parts={page.titleParts} />
              </strong>
              {placeOf(page, isEverywhere) !== '' && <span className="search-item">{placeOf(page, isEverywhere)}</span>}
              <p>
                <MarkedText parts={page.contentParts} />
              </p>
            </div>
          </div>
        ))}
      </div>
      <p className="search-state" role="status">
        {found.state === 'nothing' && t('search.nothing', { keyword: typed })}
        {found.state === 'short' && t('search.hint')}
        {found.state === 'failed' && t('search.failed')}
      </p>
      {found.state === 'searching' && <Skeleton lines={4} />}
    </dialog>
  )
}

/** Where a hit stands, as far as it is not in sight already. */
const placeOf = ({ itemName, isElsewhere, catalogPath }: FoundPage, isEverywhere: boolean): string =>
  [...(isEverywhere || isElsewhere ? [itemName] : []), ...catalogPath].join(' / ')

const scrollIntoList = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface MarkedTextProps {
  readonly parts: readonly TextPart[]
}

/** Text with what was searched for marked. */
const MarkedText = ({ parts }: MarkedTextProps) =>
  parts.map(({ text, isHit }, at) => <Fragment key={at}>{isHit ? <mark>{text}</mark> : text}</Fragment>)
