import './dialog.css'
import { X } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'

export interface DialogProps {
  readonly title: string
  readonly size?: 'normal' | 'wide'
  readonly children: ReactNode
  /** Buttons at the bottom. */
  readonly actions?: ReactNode
  /** Called by the close button and by Esc; a click outside does nothing (spec §2). */
  readonly onClose: () => void
}

const FIELDS = '.dialog-body :is(input, textarea, select)'

/** A dialog that is open while it is rendered. Restores the focus afterwards. */
export function Dialog({ title, size = 'normal', children, actions, onClose }: DialogProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const opener = document.activeElement
    element.current?.showModal()
    focusFirstField(element.current)
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
      <div className="dialog-body">
        {/* Texts that are still to come must not take away the screen below, and the focus with it. */}
        <Suspense fallback={<Skeleton lines={3} />}>
          {children}
          <Shown within={element} />
        </Suspense>
      </div>
      {actions && <div className="dialog-foot">{actions}</div>}
    </dialog>
  )
}

/** Shown beside what the user had to wait for. */
function Shown({ within }: { readonly within: RefObject<HTMLDialogElement | null> }) {
  useEffect(() => {
    if (within.current?.open) focusFirstField(within.current)
  }, [within])
  return null
}

/** Not the close button, which comes first. */
const focusFirstField = (dialog: HTMLDialogElement | null) => dialog?.querySelector<HTMLElement>(FIELDS)?.focus()
