import { useEffect, useRef, type RefObject } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Single lines of a form, and long texts anywhere. What only filters a list is no loss. */
const TYPED = `form input:not([type=search], [type=checkbox], [type=radio], [type=file], [readonly], [aria-haspopup=listbox]), textarea:not([readonly])`

/**
 * Whether something was typed in the fields of a dialog that would be lost with it.
 * @param saved changes with what is saved, which is not lost
 */
export function useTypedIn(dialog: RefObject<HTMLElement | null>, saved: unknown): () => boolean {
  // What a field held when it was entered first: fields of React say nothing of how they began.
  const began = useRef(new Map<TextField, string>())
  const savedLast = useRef(saved)
  useEffect(() => {
    const { current } = dialog
    const enter = ({ target }: FocusEvent) => {
      if (isTextField(target) && !began.current.has(target)) began.current.set(target, target.value)
    }
    current?.addEventListener('focusin', enter)
    return () => current?.removeEventListener('focusin', enter)
  }, [dialog])
  useEffect(() => {
    if (savedLast.current === saved) return
    savedLast.current = saved
    for (const field of began.current.keys()) began.current.set(field, field.value)
  }, [saved])
  return () =>
    [...began.current].some(
      ([field, before]) => dialog.current?.contains(field) === true && field.value !== before && field.value !== '',
    )
}

const isTextField = (target: EventTarget | null): target is TextField =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches(TYPED)
