import './early-text.css'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pastedFrom } from '#web/editor/paste/clipboard.ts'

export interface EarlyTextProps {
  readonly text: string
  onType(text: string): void
  /** During composition, e.g. of Chinese, the letters are no text yet. */
  onComposing(isComposing: boolean): void
  /** Files were pasted. */
  onFiles(files: readonly File[]): void
}

const CLASS = 'edit-early'

/** Takes the text of a page while its editor or face is loaded: nothing typed at once is lost. */
export function EarlyText({ text, onType, onComposing, onFiles }: EarlyTextProps) {
  const { t } = useTranslation('editor')
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.focus({ preventScroll: true })
    current.setSelectionRange(current.value.length, current.value.length)
  }, [])
  return (
    <textarea
      ref={field}
      className={CLASS}
      aria-label={t('text.label')}
      rows={1}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onPaste={(event) => {
        const pasted = pastedFrom(event.clipboardData)
        if (pasted.kind !== 'files') return
        event.preventDefault()
        onFiles(pasted.files)
      }}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={(event) => {
        onType(event.currentTarget.value)
        onComposing(false)
      }}
    />
  )
}

export const earlyField = (): HTMLTextAreaElement | null => document.querySelector(`textarea.${CLASS}`)
