import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

let typed = ''

/** What was typed ahead of what is being shown now. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

export interface TypedAheadProps {
  readonly onEscape?: (() => void) | undefined
}

/**
 * In place of a screen, a dialog or its fields while they are loaded: a field that nobody sees takes what is typed, which would
 * otherwise go to the screen below, or nowhere. It is for those who appear in the same rendering, and for nobody later.
 */
export function TypedAhead({ onEscape }: TypedAheadProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const isOfDialog = useRef(onEscape !== undefined)
  // What is still being composed is no text yet: the letters of a pinyin would be taken for words.
  const beforeComposing = useRef<string | null>(null)
  useLayoutEffect(() => {
    const { current } = field
    const before = document.activeElement as HTMLElement
    // A dialog was asked for, and a screen is only come to.
    if (!current || (!isOfDialog.current && !current.closest('dialog') && isTypedIn(before))) return undefined
    current.value = takeTyped()
    current.focus({ preventScroll: true })
    return () => {
      typed = beforeComposing.current ?? current.value
      queueMicrotask(takeTyped)
      if (document.activeElement === current) before.focus()
    }
  }, [])
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={t('state.loading')}
      // No keyboard comes up on a screen for what may have no field, and no browser offers to fill it in.
      inputMode="none"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onCompositionStart={({ currentTarget }) => (beforeComposing.current = currentTarget.value)}
      onCompositionEnd={() => (beforeComposing.current = null)}
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onEscape?.()}
    />
  )
}

/** Whether it is a field in which somebody may be typing, such as one beside the screen; React hides what it waits for. */
const isTypedIn = (element: Element): boolean =>
  element.matches('input, textarea, [contenteditable]') && element.closest('[style*="display: none"]') === null
