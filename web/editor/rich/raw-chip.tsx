import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

export interface RawChipProps {
  /** Markdown of something that the rich face cannot show. */
  readonly raw: string
  onChange(raw: string): void
}

/** A piece of markdown within a line; a click edits it. */
export function RawChip({ raw, onChange }: RawChipProps) {
  const { t } = useTranslation('editor')
  const [isEdited, setEdited] = useState(false)
  const finish = (value: string) => {
    setEdited(false)
    if (value !== '' && value !== raw) onChange(value)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(event.currentTarget.value)
    if (event.key === 'Escape') setEdited(false)
  }

  if (isEdited) {
    return (
      <input
        className="raw-chip-input"
        aria-label={t('chip.edit')}
        defaultValue={raw}
        size={Math.max(4, raw.length)}
        ref={(input) => input?.focus()}
        onBlur={(event) => finish(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    )
  }
  return (
    <button type="button" className="raw-chip" title={t('chip.edit')} onClick={() => setEdited(true)}>
      {raw}
    </button>
  )
}
