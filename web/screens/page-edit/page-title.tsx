import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { typeInField } from '#web/parts/type-in-field.ts'

export interface PageTitleProps {
  readonly title: string
  readonly isReadOnly?: boolean
  /** Of a new page: the title is typed first. */
  readonly isFocused: boolean
  onChange(title: string): void
  /** Enter moves the focus to the text. */
  onEnter?: () => void
  /** During composition, e.g. of Chinese, the letters are not a title yet. */
  onComposing?: (isComposing: boolean) => void
}

/** The title above the text, in the same size as for readers. */
export function PageTitle({ title, isReadOnly, isFocused, onChange, onEnter, onComposing }: PageTitleProps) {
  const { t } = useTranslation('editor')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!isFocused || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
    typeInField(field.current)
    // Later the writer decides where the focus is.
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
