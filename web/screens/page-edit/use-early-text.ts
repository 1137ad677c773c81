import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextSide } from '#web/editor/beside-text.ts'
import { hasText, type FaceControls } from '#web/editor/face-controls.ts'
import { typeInto } from '#web/parts/type-in-field.ts'
import { loadEarlyForm, withEarlyText } from './early-form.ts'
import { earlyField } from './early-text.tsx'

export interface EarlyTextOptions {
  /** What was typed before; null for nothing. */
  readonly typed: string | null
  /** The face that is being loaded. */
  readonly face: string
  /** Only markdown may stand beside any text. */
  readonly isMarkdown: boolean
  /** What `within` gives may have another form from now on. */
  onFormLoaded(): void
}

/** The text that is typed before a face is there to take it. */
export function useEarlyText({ typed, face, isMarkdown, onFormLoaded }: EarlyTextOptions) {
  const [shown, setShown] = useState(typed)
  // Read between two renderings as well.
  const text = useRef(typed)
  // Above the text of the page, but below what was added to it since the editor was opened.
  const side = useRef<TextSide>('above')
  const isComposing = useRef(false)
  const type = (changed: string | null): void => {
    text.current = changed
    setShown(changed)
  }
  const formLoaded = useEffectEvent(() => {
    if (text.current) onFormLoaded()
  })
  const isFormDue = shown !== null && isMarkdown
  useEffect(() => {
    const load = async () => {
      await loadEarlyForm()
      formLoaded()
    }
    if (isFormDue) void load()
  }, [isFormDue])
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
    /** The content with what was typed for it. */
    within: (content: string, typedText = text.current ?? ''): string =>
      isMarkdown ? withEarlyText(typedText, { content, side: side.current, face }) : content,
    /** The text is part of the page now. What is typed next is typed here as well. */
    clear: (): void => {
      if (text.current !== null) type('')
    },
    /** What is typed next stands below the text. */
    goBelow: (): void => {
      side.current = 'below'
    },
    /** Whether `within` gives what the face will write: never, where it cannot be loaded. */
    hasForm: async (): Promise<boolean> => !isMarkdown || (text.current ?? '').trim() === '' || loadEarlyForm(),
    /**
     * Types it in the face, which goes on where it ends. Null when it waits for the end of a composed word, or has nothing
     * to do.
     * @returns what the face has no place for
     */
    land(landed: FaceControls): string | null {
      const typedText = text.current
      if (typedText === null || isComposing.current) return null
      const hadFocus = document.activeElement === earlyField()
      type(null)
      if (hadFocus) landed.focus()
      if (typedText === '') return ''
      if (hasText(landed)) {
        // Blanks beside a text change nothing.
        if (typedText.trim() !== '' || landed.content().trim() === '') landed.type(typedText, side.current)
        side.current = 'above'
      } else if (!hadFocus || !typeInto(document.activeElement, typedText)) return typedText
      return ''
    },
  }
}
