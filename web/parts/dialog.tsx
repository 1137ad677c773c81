import './dialog.css'
import { X } from 'lucide-react'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { guardSteps } from '../session/history-steps.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'
import { typeInField } from './type-in-field.ts'
import { TypedAhead } from './typed-ahead.tsx'
import { useTypedIn } from './typed-in-dialog.ts'

export interface DialogProps {
  readonly title: string
  readonly size?: 'normal' | 'wide'
  readonly children: ReactNode
  /** Of a dialog that stays when it is saved: changes with what is saved, which closing does not lose. */
  readonly saved?: unknown
  /** Of such a dialog: what is typed while this is true is not saved with it. */
  readonly isSaving?: boolean
  /** Buttons at the bottom. With `leave`, a button closes it as the close button does: after a question. */
  readonly actions?: ReactNode | ((leave: () => void) => ReactNode)
  /**
   * Called by the close button, by Esc and by Back of the browser, after a question if something typed would be lost; a click outside does
   * nothing (spec §2).
   */
  readonly onClose: () => void
}

/** The last one is the button of a file field, whose input is hidden. */
const FIELDS = '.dialog-body :is(input, textarea, select, .mantine-FileInput-input)'

/** A dialog that is open while it is rendered. Restores the focus afterwards. */
export function Dialog({ title, size = 'normal', children, saved, isSaving, actions, onClose }: DialogProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Which time it asks; 0 while it does not. A question asked anew is shown anew, above a dialog that was as well.
  const [question, setQuestion] = useState(0)
  const isTyped = useTypedIn(element, saved, isSaving)
  const leave = () => (isTyped() ? setQuestion((last) => last + 1) : onClose())
  const address = useRef('')
  // Its screen may change the address below it, which renders it anew.
  useLocation()
  useSearch()
  useEffect(() => {
    address.current = location.href
  })
  const onStep = useEffectEvent(() => {
    if (withoutPlace(location.href) === withoutPlace(address.current)) {
      address.current = location.href
      return false
    }
    if (!isTyped()) return false
    // The browser has left already. It asks about the dialog only, as Esc does.
    history.pushState(null, '', address.current)
    setQuestion((last) => last + 1)
    return true
  })
  useEffect(() => guardSteps(() => onStep()), [])
  // Events of a file chooser, or of a dialog within this one, are not its own.
  const isOwn = (event: SyntheticEvent) => event.target === event.currentTarget

  const opener = useRef<Element | null>(null)
  // Before the next key can be pressed; again when something in it had to be waited for and took it away meanwhile.
  useLayoutEffect(() => {
    const { current } = element
    const isNew = opener.current === null
    opener.current ??= document.activeElement
    if (current?.open === false) current.showModal()
    if (isNew || !current?.contains(document.activeElement)) focusFirstField(current)
    return current ? focusLateField(current) : undefined
  }, [])
  // Once it is no longer in the way: nothing below an open dialog takes the focus.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
    [],
  )

  return (
    <dialog
      ref={element}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (!isOwn(event)) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => {
        if (!isOwn(event)) return
        // A second Esc in a row closes it whatever the first one was answered with.
        if (isTyped()) element.current?.showModal()
        leave()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('action.close')} onClick={leave}>
          <X />
        </IconButton>
      </div>
      <div className="dialog-body">
        {/* Texts that are still to come must not take away the screen below, and the focus with it. */}
        <Suspense
          fallback={
            <>
              <TypedAhead />
              <Skeleton lines={3} />
            </>
          }
        >
          {children}
          <Shown within={element} />
        </Suspense>
      </div>
      {actions && <div className="dialog-foot">{typeof actions === 'function' ? actions(leave) : actions}</div>}
      {question > 0 && <LossQuestion key={question} onLeave={onClose} onStay={() => setQuestion(0)} />}
    </dialog>
  )
}

interface LossQuestionProps {
  onLeave(): void
  onStay(): void
}

function LossQuestion({ onLeave, onStay }: LossQuestionProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('loss.title')}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t('loss.stay')}</Button>
          <Button look="danger" onClick={onLeave}>
            {t('loss.leave')}
          </Button>
        </>
      }
    >
      <p>{t('loss.text')}</p>
    </Dialog>
  )
}

/** Shown beside what the user had to wait for. What has to wait once more later keeps the focus where it was. */
function Shown({ within }: { readonly within: RefObject<HTMLDialogElement | null> }) {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (isFirst.current && within.current?.open) focusFirstField(within.current)
    isFirst.current = false
  }, [within])
  return null
}

/** A field that comes with an answer takes the focus from the close button, to which the browser gave it. */
function focusLateField(dialog: HTMLDialogElement): (() => void) | undefined {
  if (document.activeElement?.matches(FIELDS)) return undefined
  const close = dialog.querySelector('.dialog-head button')
  const observer = new MutationObserver(() => {
    if (document.activeElement === close) focusFirstField(dialog)
    if (document.activeElement !== close) observer.disconnect()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** An address without its fragment, which leads to a place on the same screen. */
const withoutPlace = (address: string): string => address.split('#', 1)[0] ?? ''

/** Not the close button, which comes first. */
function focusFirstField(dialog: HTMLDialogElement | null): void {
  for (const field of dialog?.querySelectorAll<HTMLElement>(FIELDS) ?? []) {
    field.focus()
    // A hidden or disabled one does not take it.
    if (field === document.activeElement) return typeInField(field)
  }
}
