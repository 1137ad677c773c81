import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Single lines of a form, and long texts anywhere, also while they are held. What only filters a list is no loss. */
const TYPED = `form input:not([type=search], [type=checkbox], [type=radio], [type=file], [readonly]:not([data-held]), [aria-haspopup=listbox]), textarea:not([readonly]:not([data-held]))`

/**
 * Whether something was typed in the fields of a dialog that would be lost with it. The browser asks by itself before a
 * reload loses it.
 * @param saved changes with what is saved, which is not lost
 * @param isSaving what is typed while it is true is not part of that save; left out, everything is that was typed before
 * `saved` changes
 */
export function useTypedIn(
  dialog: RefObject<HTMLElement | null>,
  saved: unknown,
  isSaving: boolean | undefined,
): () => boolean {
  // What a field held when it was entered first: fields of React say nothing of how they began.
  const began = useRef(new Map<TextField, string>())
  const sent = useRef<ReadonlyMap<TextField, string>>(new Map())
  const savedLast = useRef(saved)
  // Before the first field is entered.
  useLayoutEffect(() => {
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
    for (const [field, value] of isSaving === undefined ? textsOf(began.current) : sent.current)
      began.current.set(field, value)
  }, [saved, isSaving])
  useEffect(() => {
    // A failed save has saved nothing, whatever is read later.
    sent.current = isSaving ? textsOf(began.current) : new Map()
  }, [isSaving])
  const typedIn = () =>
    [...began.current].flatMap(([field, before]) =>
      dialog.current?.contains(field) === true && field.value !== before && field.value !== '' ? [field] : [],
    )
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    // What is held has been sent, and its answer may lead to another document.
    if (typedIn().some((field) => field.dataset['held'] === undefined)) event.preventDefault()
  })
  useEffect(() => {
    const hear = (event: BeforeUnloadEvent) => onUnload(event)
    addEventListener('beforeunload', hear)
    return () => removeEventListener('beforeunload', hear)
  }, [])
  return () => typedIn().length > 0
}

const textsOf = (fields: ReadonlyMap<TextField, string>): ReadonlyMap<TextField, string> =>
  new Map([...fields.keys()].map((field) => [field, field.value]))

const isTextField = (target: EventTarget | null): target is TextField =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.matches(TYPED)
