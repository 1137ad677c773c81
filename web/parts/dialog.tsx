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

/** The last one is the button of a file field, whose input is hidden. */
const FIELDS = '.dialog-body :is(input, textarea, select, .mantine-FileInput-input)'

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
        // That of a file chooser, or of a dialog within this one.
        if (event.target !== event.currentTarget) return
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
function focusFirstField(dialog: HTMLDialogElement | null): void {
  for (const field of dialog?.querySelectorAll<HTMLElement>(FIELDS) ?? []) {
    field.focus()
    // A hidden or disabled one does not take it.
    if (field === document.activeElement) return
  }
}
