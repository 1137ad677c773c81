import './dialog.css'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'

export interface DialogProps {
  readonly title: string
  readonly size?: 'normal' | 'wide'
  readonly children: ReactNode
  /** Buttons at the foot. */
  readonly actions?: ReactNode
  /** Called by the closing button and by Esc; a click outside closes nothing (spec §2). */
  readonly onClose: () => void
}

const FIELDS = '.dialog-body :is(input, textarea, select)'

/** A dialog that is open as long as it is rendered. The focus goes back to where it came from. */
export function Dialog({ title, size = 'normal', children, actions, onClose }: DialogProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const opener = document.activeElement
    element.current?.showModal()
    // Not the closing button, which comes first.
    element.current?.querySelector<HTMLElement>(FIELDS)?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={element}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('action.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="dialog-body">{children}</div>
      {actions && <div className="dialog-foot">{actions}</div>}
    </dialog>
  )
}
