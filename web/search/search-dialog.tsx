import { Clock, FileText, MoveRight, Search } from 'lucide-react'
import {
  Fragment,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useFormats, type Formats } from '#web/i18n/formats.ts'
import { typeInField } from '#web/parts/type-in-field.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { api } from '#web/api/trpc.ts'
import { isAskedFirst } from '#web/leaving/asked-first.ts'
import { useFound, usePaused, type FoundPage, type SearchedItem } from './use-found.ts'
import { usePlaces, type Place } from './use-places.ts'
import { wordsOf, type TextPart } from '#core/page/search.ts'
import { markPassage } from './mark-passage.ts'
import './search.css'

export interface SearchDialogProps {
  /** The default scope; null on screens outside of items. */
  readonly item: SearchedItem | null
  /** The initial query; '' for none. */
  readonly keyword: string
  readonly onClose: () => void
}

/** A search result. */
interface Entry {
  readonly kind: 'recent' | 'place' | 'page' | 'elsewhere'
  readonly path: string
  readonly titleParts: readonly TextPart[]
  /** Its location or type. */
  readonly place: string
  readonly contentParts: readonly TextPart[]
  /** Words to highlight after opening it. */
  readonly isMarked: boolean
}
const ICONS = { recent: Clock, place: MoveRight, page: FileText, elsewhere: FileText }
/** Listed before the pages. */
const MOST_PLACES = 6

/**
 * Finds pages in this item or, for logged-in people, in all their items; plus items and screens by name, and recently
 * opened pages before anything is typed.
 */
export function SearchDialog({ item, keyword, onClose }: SearchDialogProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const isLoggedIn = Boolean(useCurrentUser())
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(keyword)
  const [isEverywhere, setEverywhere] = useState(item === null)
  const [chosen, setChosen] = useState(0)
  // Whoever types on and presses Enter means what is found with that, and not what was found before.
  const isEnterDue = useRef(false)
  const listId = useId()
  const { t: ts } = useTranslation('start')
  const keywordNow = usePaused(useDeferredValue(typed)).trim()
  const found = useFound(keywordNow, { item, isEverywhere, isLoggedIn })
  const named = usePlaces(typed, keywordNow, item)
  const recentPages = api.page.recent.useQuery({}, { enabled: isLoggedIn, staleTime: 60_000, meta: { isQuiet: true } })
  const recent = recentPages.data
  const entriesOf = (places: readonly Place[]) =>
    places.slice(0, MOST_PLACES).map(({ path, titleParts, kind }) => ({
      ...{ kind: 'place' as const, path, titleParts, place: kind, contentParts: [], isMarked: false },
    }))
  const [placeEntries, lateEntries] = [entriesOf(named.places), entriesOf(named.late)]
  const formats = useFormats()
  const pageEntries = found.pages.map((page) => ({
    kind: page.source === null ? ('page' as const) : ('elsewhere' as const),
    ...{ path: page.path, titleParts: page.titleParts },
    ...{ place: placeOf(page, isEverywhere, formats), contentParts: page.contentParts, isMarked: page.source === null },
  }))
  // A search within an item is for its pages first; before they are there, places would only move.
  const entries: readonly Entry[] =
    typed.trim() === ''
      ? (recent?.visited ?? []).map(({ itemId, pageId, pageTitle, itemName }) => ({
          ...{ kind: 'recent', path: `/${itemId}/${pageId}`, place: itemName, contentParts: [], isMarked: false },
          titleParts: [{ text: pageTitle, isHit: false }],
        }))
      : item === null || isEverywhere
        ? [...placeEntries, ...pageEntries, ...lateEntries]
        : found.state === 'searching'
          ? []
          : [...pageEntries, ...placeEntries, ...lateEntries]

  // Before the next key can be pressed.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    if (field.current) typeInField(field.current)
  }, [])

  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    if (isAskedFirst(entry.path)) return
    navigate(entry.path)
    if (!entry.isMarked) return
    const title = entry.titleParts.map(({ text }) => text).join('')
    markPassage({ path: entry.path, title, words: wordsOf(typed) })
  }
  const first = entries[0]
  // What comes of plugins comes last: it is waited for where nothing else stands first.
  const isFirstCurrent = (found.isWhole && named.isWhole) || (first !== undefined && first.kind !== 'elsewhere')
  const isSearched = keywordNow === typed.trim() && found.isSettled && named.isSettled
  const isCurrent = typed.trim() === '' || (isSearched && isFirstCurrent)
  const openDue = useEffectEvent(() => {
    if (isEnterDue.current) open(entries[chosen])
    isEnterDue.current = false
  })
  useEffect(() => {
    if (isCurrent) openDue()
  }, [isCurrent])

  const choose = (at: number) => {
    setChosen(at)
    isEnterDue.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = entries.length - 1
    if (event.key === 'ArrowDown') choose(Math.min(last, chosen + 1))
    else if (event.key === 'ArrowUp') choose(Math.max(0, chosen - 1))
    else if (event.key !== 'Enter') return
    else if (isCurrent || chosen > 0) open(entries[chosen])
    else isEnterDue.current = true
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className="search" aria-label={item ? t('search.title') : ts('go.title')} onClose={onClose}>
      <div className="search-field">
        <Search aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-label={item ? t('search.title') : ts('go.title')}
          placeholder={item ? t('search.placeholder', { item: item.itemName }) : ts('go.placeholder')}
          maxLength={limits.keywordLength}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value)
            choose(0)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      {isLoggedIn && item && (
        <div className="search-where" role="group" aria-label={t('search.where')}>
          <button type="button" aria-pressed={!isEverywhere} onClick={() => setEverywhere(false)}>
            {t('search.here')}
          </button>
          <button type="button" aria-pressed={isEverywhere} onClick={() => setEverywhere(true)}>
            {t('search.everywhere')}
          </button>
        </div>
      )}
      {typed.trim() === '' && entries.length > 0 && <p className="search-head">{ts('go.recent')}</p>}
      <div className="search-results" id={listId} role="listbox" aria-label={t('search.results')}>
        {entries.map((entry, at) => {
          const Icon = ICONS[entry.kind]
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
            <div
              key={`${at} ${entry.path}`}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              ref={at === chosen ? scrollIntoList : undefined}
              onPointerMove={() => setChosen(at)}
              onClick={() => open(entry)}
            >
              <Icon aria-hidden />
              <div>
                <strong>
                  <MarkedText parts={entry.titleParts} />
                </strong>
                {entry.place !== '' && <span className="search-item">{entry.place}</span>}
                {entry.contentParts.length > 0 && (
                  <p>
                    <MarkedText parts={entry.contentParts} />
                  </p>
                )}
              </div>
            </div>
          )
        })}
      </div>
      <p className="search-state" role="status">
        {found.state === 'nothing' && entries.length === 0 && t('search.nothing', { keyword: typed })}
        {found.state === 'short' && entries.length === 0 && !recentPages.isLoading && t('search.hint')}
        {found.state === 'failed' && t('search.failed')}
        {found.state === 'offline' && t('search.offline')}
      </p>
      {found.state === 'searching' && <Skeleton lines={4} />}
    </dialog>
  )
}

/** The location of a result, unless it is obvious. */
function placeOf(found: FoundPage, isEverywhere: boolean, { time }: Formats): string {
  const { itemName, source, catalogPath, authorName, at } = found
  const place = [...(isEverywhere && itemName !== '' ? [itemName] : []), ...catalogPath].join(' / ')
  return [source ?? '', authorName, at === null ? '' : time(at), place].filter((part) => part !== '').join(' · ')
}

const scrollIntoList = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface MarkedTextProps {
  readonly parts: readonly TextPart[]
}

/** Text with matches highlighted. */
const MarkedText = ({ parts }: MarkedTextProps) =>
  parts.map(({ text, isHit }, at) => <Fragment key={at}>{isHit ? <mark>{text}</mark> : text}</Fragment>)
