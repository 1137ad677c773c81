import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'

export interface LeaveGuardProps {
  isUnsaved(): boolean
}

/** Asks before unsaved text is left, by a link or by closing the window. */
export function LeaveGuard({ isUnsaved }: LeaveGuardProps) {
  const { t } = useTranslation('editor')
  const [, navigate] = useLocation()
  const [target, setTarget] = useState<string | null>(null)
  const isLosing = useEffectEvent(isUnsaved)

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const address = leavingTo(event)
      if (address === null || !isLosing()) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(address)
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isLosing()) event.preventDefault()
    }
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [])

  if (target === null) return null
  return (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      action={t('leave.action')}
      onConfirm={() => navigate(target)}
      onClose={() => setTarget(null)}
    />
  )
}

/** The address of a click that leaves this screen in this window; null for any other click. */
function leavingTo(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || link.target === '_blank' || link.origin !== location.origin) return null
  return link.isContentEditable ? null : link.pathname + link.search + link.hash
}
