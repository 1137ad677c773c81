import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

export interface RawChipProps {
  /** Markdown that the rich face cannot show. */
  readonly raw: string
  onChange(raw: string): void
  /** By keyboard: the writer goes on in the text behind it. */
  onLeave(): void
}

/** Inline markdown source; a click, or F2 beside it, edits it. Every key press is reported. */
export function RawChip({ raw, onChange, onLeave }: RawChipProps) {
  const { t } = useTranslation('editor')
  const [before, setBefore] = useState<string | null>(null)
  if (before === null) {
    return (
      <button type="button" className="raw-chip" aria-label={raw} title={t('chip.open')} onClick={() => setBefore(raw)}>
        <ShownRaw raw={raw} />
      </button>
    )
  }
  const onInput = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Without text there would be nothing left to click.
    onChange(value === '' ? before : value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isForPage(event)) event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onChange(before)
    if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
      event.preventDefault()
      setBefore(null)
      onLeave()
    }
  }
  const field = {
    className: 'raw-chip-input',
    'aria-label': t('chip.edit'),
    defaultValue: before,
    ref: focused,
    onBlur: () => setBefore(null),
    onChange: onInput,
    onKeyDown,
  }
  // A single-line field would join lines of its value.
  return before.includes('\n') ? (
    <textarea {...field} cols={40} rows={before.split('\n').length} />
  ) : (
    <input {...field} size={Math.max(4, raw.length)} />
  )
}

/** A rendered formula; anything else as source. */
function ShownRaw({ raw }: Pick<RawChipProps, 'raw'>) {
  const place = useRef<HTMLSpanElement>(null)
  const source = /^\$([^$]+)\$$/.exec(raw)?.[1]
  useEffect(() => {
    const math = place.current?.firstElementChild
    if (!math || source === undefined) return
    delete (math as HTMLElement).dataset['drawn']
    math.textContent = source
    void import('#web/article/formulas.ts').then(({ drawFormulas }) => place.current && drawFormulas(place.current))
  }, [source])
  return source === undefined ? (
    raw
  ) : (
    <span ref={place}>
      <span className="math" />
    </span>
  )
}

const focused = (field: HTMLElement | null): void => field?.focus()

/** Saving also works inside a chip. */
const isForPage = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's'
