import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'

export interface PageTitleProps {
  readonly title: string
  readonly isReadOnly?: boolean
  /** Of a new page: it is what is written first. */
  readonly isFocused: boolean
  onChange(title: string): void
  /** Whoever presses Enter goes on to the text. */
  onEnter?: () => void
  /** Letters of Chinese come one by one and are no title yet. */
  onComposing?: (isComposing: boolean) => void
}

/** The title above the text, as large as it will be read. */
export function PageTitle({ title, isReadOnly, isFocused, onChange, onEnter, onComposing }: PageTitleProps) {
  const { t } = useTranslation('editor')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!isFocused || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
    // Later the focus is where the writer has put it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div className="edit-head">
      <input
        ref={field}
        className="edit-title"
        aria-label={t('title.label')}
        placeholder={t('title.placeholder')}
        maxLength={limits.titleLength}
        value={title}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
        onCompositionStart={() => onComposing?.(true)}
        onCompositionEnd={() => onComposing?.(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
    </div>
  )
}
