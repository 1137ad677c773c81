import './toast.css'
import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { hideToast, onToasts, shownToasts, type Toast } from './toast-store.ts'

const NONE = [] as const
const ACTION_MS = 10_000
const SHOWN_MS = { ok: 3_000, info: 5_000, bad: 8_000 } as const

/** Displays the messages of `showToast`. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts, () => NONE)
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <Message key={toast.id} {...toast} />
      ))}
    </div>
  )
}

/** Returns the focus to where it was before one of its buttons took it. */
function Message({ id, text, look, action }: Toast) {
  const { t } = useTranslation()
  const shownMs = action ? ACTION_MS : SHOWN_MS[look]
  const isKept = action?.isKept === true
  useEffect(() => {
    if (isKept) return undefined
    const timer = setTimeout(() => hideToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, shownMs, isKept])
  const before = useRef<EventTarget>(null)
  const hide = () => {
    hideToast(id)
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  return (
    <div
      className="toast"
      data-look={look}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
    >
      {text}
      {action && (
        <Button
          look="quiet"
          onClick={() => {
            hide()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('action.close')} onClick={hide}>
        <X />
      </IconButton>
    </div>
  )
}
