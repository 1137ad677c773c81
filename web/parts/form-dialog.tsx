import './form.css'
import { useId, type FormEventHandler, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormAlert } from './form-alert.tsx'

export interface FormDialogProps {
  readonly title: string
  /** The verb of the action, for the button. */
  readonly action: string
  readonly size?: 'normal' | 'wide'
  readonly isDangerous?: boolean | undefined
  readonly isBusy: boolean
  /** As returned by the mutation; null when it is shown at a field. */
  readonly error: unknown
  /** What will happen, in paragraphs above the fields. */
  readonly text?: readonly string[]
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  onClose(): void
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, size = 'normal', isDangerous, isBusy, error, text = [], children, onSubmit, onClose } = props
  const { t } = useTranslation()
  const formId = useId()
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" form={formId} look={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={onSubmit}>
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
