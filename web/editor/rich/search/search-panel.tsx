import './search-panel.css'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../parts/toast-store.ts'
import { useHotkey } from '../../../parts/use-hotkey.ts'
import { waiting } from '../../../parts/waiting-button.tsx'
import { escapedFor, MOST_MATCHES, type SearchQuery } from './matches.ts'
import type { RichSearch } from './rich-search.ts'

export interface SearchPanelProps {
  readonly search: RichSearch
  /** Whether matches can only be shown, not replaced. */
  readonly isReadOnly: boolean
}

interface Opened {
  /** Where the cursor is. */
  readonly field: 'find' | 'replace'
  /** What is selected in the text, to be found; '' for none. */
  readonly selected: string
  readonly round: number
}

/** Find and replace in rich text, with the same texts and appearance as in markdown, opened by Ctrl+F and Ctrl+H. */
export function SearchPanel({ search, isReadOnly }: SearchPanelProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = (wish: Opened['field']) => {
    search.catchUp()
    const field = document.activeElement
    const selected = field?.closest('.rich-search') ? '' : search.selected()
    const isTyped = field?.matches('.rich-search [name=find]') && last.text !== ''
    // Whoever has nothing to replace yet says first what is to be found.
    const first = selected !== '' || isTyped ? wish : 'find'
    setOpened((before) => ({ field: first, selected, round: (before?.round ?? 0) + 1 }))
  }
  useHotkey('f', () => open('find'))
  useHotkey('h', isReadOnly ? null : () => open('replace'))
  const close = () => {
    setOpened(null)
    search.leave()
  }
  return opened && <OpenPanel key={opened.round} {...{ search, isReadOnly, ...opened }} onClose={close} />
}

interface OpenPanelProps extends SearchPanelProps, Opened {
  onClose(): void
}

const WORDS_FOR = {
  none: 'search.none',
  wrong: 'search.wrongExpression',
  slow: 'search.slowExpression',
  unloaded: 'search.unloadedExpression',
} as const

const CHOICES = [
  ['isCaseSensitive', 'search.matchCase'],
  ['isExpression', 'search.regexp'],
  ['isWholeWord', 'search.byWord'],
] as const

/** The last search text, as long as this page is open. */
let last: SearchQuery & { readonly replacement: string } = {
  ...{ text: '', isCaseSensitive: false, isWholeWord: false, isExpression: false, replacement: '' },
}

function OpenPanel({ search, isReadOnly, field, selected, onClose }: OpenPanelProps) {
  const { t } = useTranslation('editor')
  const found = useSyncExternalStore(search.subscribe, () => search.found)
  const place = useRef<HTMLElement>(null)
  const [query, setQuery] = useState<SearchQuery>(() => {
    const words = last.isExpression ? escapedFor(selected) : selected
    return { ...last, text: words || last.text }
  })
  const [replacement, setReplacement] = useState(last.replacement)
  useEffect(() => {
    last = { ...query, replacement }
  }, [query, replacement])
  useEffect(() => search.look(query), [search, query])
  useEffect(() => () => search.look(null), [search])
  useEffect(() => place.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.select(), [field])

  const replaceOne = () => search.replace(replacement)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const name = event.target instanceof HTMLInputElement ? event.target.name : ''
    if (event.key === 'Escape') onClose()
    else if (event.key === 'F3' || (event.key === 'Enter' && name === 'find')) search.go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && name === 'replace') replaceOne()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const panel = place.current
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    panel?.addEventListener('keydown', listener)
    return () => panel?.removeEventListener('keydown', listener)
  }, [])
  const replaceAll = () => {
    search.replaceAll(replacement, (replaced) => showToast(t('search.replacedMatches').replace('$', String(replaced))))
  }
  const isNothing = query.text !== '' && found.count === 0 && found.reason !== 'searching'
  const said = (): string => {
    if (query.text === '' || found.reason === 'searching') return ''
    if (found.count === 0) return t(WORDS_FOR[found.reason ?? 'none'])
    const total = found.count >= MOST_MATCHES ? `${MOST_MATCHES}+` : String(found.count)
    return t('search.found', { at: found.at, total })
  }

  return (
    <search ref={place} className="rich-search" aria-label={t('search.find')}>
      <div className="rich-search-line">
        <input
          name="find"
          type="text"
          aria-label={t('search.find')}
          placeholder={t('search.find')}
          aria-invalid={isNothing}
          value={query.text}
          onChange={({ currentTarget: { value } }) => setQuery({ ...query, text: value })}
        />
        <button type="button" {...waiting(found.count === 0, () => search.go(1))}>
          {t('search.next')}
        </button>
        <button type="button" {...waiting(found.count === 0, () => search.go(-1))}>
          {t('search.previous')}
        </button>
        {CHOICES.map(([name, label]) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={query[name]}
              onChange={({ currentTarget: { checked } }) => setQuery({ ...query, [name]: checked })}
            />
            {t(label)}
          </label>
        ))}
        <output>{said()}</output>
      </div>
      {!isReadOnly && (
        <div className="rich-search-line">
          <input
            name="replace"
            type="text"
            aria-label={t('search.replaceWith')}
            placeholder={t('search.replaceWith')}
            value={replacement}
            onChange={({ currentTarget: { value } }) => setReplacement(value)}
          />
          <button type="button" {...waiting(found.count === 0, replaceOne)}>
            {t('search.replace')}
          </button>
          <button type="button" {...waiting(found.count === 0, replaceAll)}>
            {t('search.replaceAll')}
          </button>
        </div>
      )}
      <button type="button" className="rich-search-close" aria-label={t('search.close')} onClick={onClose}>
        ×
      </button>
    </search>
  )
}
