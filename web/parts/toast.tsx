import './toast.css'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { hideToast, onToasts, shownToasts } from './toast-store.ts'

const NONE = [] as const

/** Displays the messages of `showToast`. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(onToasts, shownToasts, () => NONE)
  return (
    <div className="toasts" role="status">
      {toasts.map(({ id, text, look, action }) => (
        <div key={id} className="toast" data-look={look}>
          {text}
          {action && (
            <Button
              look="quiet"
              onClick={() => {
                hideToast(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={t('action.close')} onClick={() => hideToast(id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
