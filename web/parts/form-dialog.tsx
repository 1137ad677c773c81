import './form.css'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormAlert } from './form-alert.tsx'
import { WaitingButton } from './waiting-button.tsx'

export interface FormDialogProps {
  readonly title: string
  /** The verb of the action, for the button; null when there turned out to be nothing to do: it is only closed then. */
  readonly action: string | null
  readonly size?: 'normal' | 'wide'
  readonly isDangerous?: boolean | undefined
  /** Its action is under way: it cannot be sent again, and nothing can be typed. */
  readonly isBusy: boolean
  /** Whether there is something to send; true when left out. */
  readonly isReady?: boolean
  /** As returned by the mutation; null when it is shown at a field. */
  readonly error: unknown
  /** What will happen, in paragraphs above the fields. */
  readonly text?: readonly string[]
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  onClose(): void
}

/** A dialog with a form. One that was not accepted gives the focus to its first invalid field. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, size = 'normal', isDangerous, isBusy, isReady = true, error } = props
  const { text = [], children, onSubmit, onClose } = props
  const { t } = useTranslation()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  useReadOnly(form, isBusy)
  const noteSent = useFocusOnInvalid(form, isBusy)
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(action === null ? 'action.close' : 'action.cancel')}</Button>
          {action !== null && (
            <WaitingButton
              type="submit"
              form={formId}
              look={isDangerous ? 'danger' : 'primary'}
              isOff={isBusy || !isReady}
            >
              {action}
            </WaitingButton>
          )}
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one key for the lists in it */}
      <form
        ref={form}
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          onSubmit(event)
          noteSent()
        }}
        onKeyDown={submitFromList}
      >
        {text.map((paragraph) => (
          <p key={paragraph} className="form-text">
            {paragraph}
          </p>
        ))}
        <FormAlert error={error} />
        {children}
      </form>
    </Dialog>
  )
}

/** Enter in a closed list sends the form, as it does in a field: browsers do nothing. */
function submitFromList(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, repeat } = event
  if (key !== 'Enter' || repeat || !(target instanceof HTMLSelectElement) || !isClosed(target)) return
  event.preventDefault()
  currentTarget.ownerDocument.querySelector<HTMLElement>(`[type=submit][form="${currentTarget.id}"]`)?.click()
}
// Where a browser cannot say so, Enter may be about to choose an option.
const isClosed = (list: HTMLSelectElement): boolean => CSS.supports('selector(:open)') && !list.matches(':open')

/** A dialog closes when it is saved, so what is typed meanwhile would be lost. The focus and a selection stay. */
function useReadOnly(form: RefObject<HTMLFormElement | null>, isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED_IN) ?? [])]
    for (const field of fields) hold(field, true)
    return () => {
      for (const field of fields) hold(field, false)
    }
  }, [form, isBusy])
}

/** @returns what notes that it was sent: fields are found invalid immediately or once the server has answered. */
function useFocusOnInvalid(form: RefObject<HTMLFormElement | null>, isBusy: boolean): () => void {
  const [sent, setSent] = useState(0)
  useEffect(() => {
    if (sent > 0 && !isBusy) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, isBusy, sent])
  return () => setSent((last) => last + 1)
}

function hold(field: HTMLInputElement | HTMLTextAreaElement, isHeld: boolean): void {
  field.readOnly = isHeld
  field.toggleAttribute('data-held', isHeld)
}

const TYPED_IN = ':is(input, textarea):not([readonly])'
