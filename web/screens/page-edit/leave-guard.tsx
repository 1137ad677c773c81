import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'

export interface LeaveGuardProps {
  isUnsaved(): boolean
}

// Where the Back button leads, only the browser knows.
const BACK = Symbol('back')

/** Asks before unsaved text is left: by a link, by the Back button or by closing the window. */
export function LeaveGuard({ isUnsaved }: LeaveGuardProps) {
  const { t } = useTranslation('editor')
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [target, setTarget] = useState<string | typeof BACK | null>(null)
  const isAllowed = useRef(false)
  const isLosing = useEffectEvent(isUnsaved)
  const ownAddress = useEffectEvent(() => path + (search && `?${search}`))

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
    // The browser has gone already; before the router hears of it, the editor's address is put back on top.
    const onBack = (event: PopStateEvent) => {
      const own = ownAddress()
      if (isAllowed.current || location.pathname + location.search === own || !isLosing()) return
      event.stopImmediatePropagation()
      history.pushState(null, '', own)
      setTarget(BACK)
    }
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('popstate', onBack, { capture: true })
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('popstate', onBack, { capture: true })
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [])

  const leave = () => {
    if (target === BACK) {
      isAllowed.current = true
      history.back()
    } else if (target !== null) navigate(target)
  }
  if (target === null) return null
  return (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      action={t('leave.action')}
      onConfirm={leave}
      onClose={() => setTarget(null)}
    />
  )
}

/** The address of a click that leaves this screen in this window; null for any other click. */
function leavingTo(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || link.target === '_blank' || link.origin !== location.origin) return null
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return isHere || link.isContentEditable ? null : link.pathname + link.search + link.hash
}
