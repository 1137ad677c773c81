import { useRef, useState } from 'react'
import { hasText, type FaceControls } from '#web/editor/face-controls.ts'
import { typeInto } from '#web/parts/type-in-field.ts'
import { earlyField } from './early-text.tsx'

/** The text that is typed before a face is there to take it; `typed` is what was typed before, null for nothing. */
export function useEarlyText(typed: string | null) {
  const [shown, setShown] = useState(typed)
  // Read between two renderings as well.
  const text = useRef(typed)
  const isComposing = useRef(false)
  const type = (changed: string | null): void => {
    text.current = changed
    setShown(changed)
  }
  return {
    /** Null as long as nobody is about to type. */
    shown,
    isOpen: (): boolean => text.current !== null,
    open(): void {
      if (text.current === null) type('')
      else earlyField()?.focus()
    },
    type,
    compose: (is: boolean): void => {
      isComposing.current = is
    },
    text: (): string => text.current ?? '',
    /** The text is part of the page now. What is typed next is typed here as well. */
    clear: (): void => {
      if (text.current !== null) type('')
    },
    /**
     * Types it in the face, which goes on where it ends. Null when it waits for the end of a composed word, or has
     * nothing to do.
     * @returns what the face has no place for
     */
    land(face: FaceControls): string | null {
      const typedText = text.current
      if (typedText === null || isComposing.current) return null
      const hadFocus = document.activeElement === earlyField()
      type(null)
      if (hadFocus) face.focus()
      if (typedText === '') return ''
      if (hasText(face)) face.type(typedText)
      else if (!hadFocus || !typeInto(document.activeElement, typedText)) return typedText
      return ''
    },
  }
}

/** The text of a page with what was typed above it. */
export const withEarlyText = (early: string, content: string): string => {
  if (early.trim() === '') return content
  return content.trim() === '' ? early : `${early}\n\n${content}`
}
