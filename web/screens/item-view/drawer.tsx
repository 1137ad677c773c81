import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'

export interface DrawerProps {
  /** Name of the item. */
  readonly title: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The tree as an overlay, for narrow screens. */
export function Drawer({ title, children, onClose }: DrawerProps) {
  const { t } = useTranslation(['reader', 'common'])
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    element.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog ref={element} className="drawer" aria-label={t('tree.label')} onClose={onClose}>
      <div className="drawer-head">
        <strong>{title}</strong>
        <IconButton label={t('common:action.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}
