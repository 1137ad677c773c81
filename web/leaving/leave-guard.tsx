import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { ConfirmDialog, type ConfirmDialogProps } from '#web/parts/confirm-dialog.tsx'
import { Part } from '#web/parts/part.tsx'
import { guardSteps, holdAddress } from '#web/session/history-steps.ts'
import { atSite, belowSite, goTo, pathHere } from '#web/site-path.ts'
import { askFirst } from './asked-first.ts'

export interface LeaveGuardProps {
  isUnsaved(): boolean
  /** Uploads are in progress. */
  readonly isUploading?: boolean
  /** What happens to unsaved changes; by default, a draft of the page is kept. */
  readonly text?: string
  /** Whether what is typed stays at this path of the site, such as another tab of the same screen. */
  readonly isKeptAt?: (path: string) => boolean
}

const LOGIN = '/user/login'

/** An address, or a number of steps for `history.go`. */
type Target = string | number

/** Somebody has agreed to leave the screen with all its forms. */
let isAllowed = false

/** Only once: a step or a new document may still be called off, by a dialog or by the browser, and then the screen stays. */
function allowOnce(): void {
  isAllowed = true
  // After the guards, which have been listening longer.
  for (const event of ['popstate', 'beforeunload'])
    window.addEventListener(event, () => void (isAllowed = false), { once: true })
}

/** Asks before unsaved work is left: by a link, a search, by Back and Forward, or by closing the window. */
export function LeaveGuard({ isUnsaved, isUploading = false, text, isKeptAt }: LeaveGuardProps) {
  // Nothing is asked yet: a form that comes late must not take away the screen until these texts are there.
  useTranslation('editor', { useSuspense: false })
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [target, setTarget] = useState<Target | null>(null)
  const ownPlace = useRef<number | null>(null)
  // Navigation that was reverted, to be confirmed once the browser is here again.
  const steps = useRef(0)
  const isLosing = useEffectEvent(() => isUploading || isUnsaved())
  const isLosingAt = useEffectEvent((address: string) => {
    const [toPath = ''] = address.split(/[?#]/, 1)
    return isKeptAt?.(toPath) !== true && isLosing()
  })
  const own = useEffectEvent(() => ({ pathname: path, search: search && `?${search}` }))
  const isHere = useEffectEvent(() => pathHere() === own().pathname && location.search === own().search)

  useEffect(() => {
    if (isHere()) ownPlace.current = placeInHistory()
  })

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (keepsDraft(event)) {
        allowOnce()
        return
      }
      const address = leavingTo(event)
      if (address === null || !isLosingAt(address)) return
      event.preventDefault()
      // No other form of this screen asks as well.
      event.stopImmediatePropagation()
      setTarget(address)
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isAllowed && isLosing()) event.preventDefault()
    }
    // The browser has navigated already: the router is kept back while it is returned. If the direction is unknown, it
    // was nearly always Back; then the editor's address is pushed again.
    const onStep = () => {
      holdAddress(null)
      if (isAllowed) return false
      if (isHere()) {
        const isBack = steps.current !== 0
        if (isBack) setTarget(steps.current)
        steps.current = 0
        return isBack
      }
      if (!isLosingAt(pathHere())) return false
      const place = placeInHistory()
      if (place === null || ownPlace.current === null || place === ownPlace.current) {
        history.pushState(null, '', atSite(own().pathname) + own().search)
        setTarget(-1)
        return true
      }
      steps.current = place - ownPlace.current
      holdAddress({ ...own(), pathname: atSite(own().pathname) })
      history.go(-steps.current)
      return true
    }
    document.addEventListener('click', onClick, { capture: true })
    const unguard = guardSteps(onStep)
    const unguardSearch = askFirst((address) => {
      if (!isLosingAt(address)) return false
      setTarget(address)
      return true
    })
    window.addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      unguard()
      unguardSearch()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [])

  const leave = () => {
    if (typeof target === 'number') {
      allowOnce()
      history.go(target)
    } else if (target?.startsWith(LOGIN)) {
      // A new document, without data of an earlier login.
      allowOnce()
      goTo(target)
    } else if (target !== null) navigate(target)
  }
  if (target === null) return null
  const question = { onConfirm: leave, onClose: () => setTarget(null) }
  // A form in a tab that is not shown asks as well.
  return createPortal(
    <Part onClose={question.onClose}>
      {isUploading ? <LeaveUploads {...question} /> : <LeaveChanges text={text} {...question} />}
    </Part>,
    document.body,
  )
}

type Question = Pick<ConfirmDialogProps, 'onConfirm' | 'onClose'>

function LeaveChanges({ text, ...question }: Question & { readonly text: string | undefined }) {
  const { t } = useTranslation('editor')
  return (
    <ConfirmDialog title={t('leave.title')} text={text ?? t('leave.text')} action={t('leave.action')} {...question} />
  )
}

function LeaveUploads(props: Question) {
  const { t } = useTranslation('files')
  return <ConfirmDialog title={t('leave.title')} text={t('leave.text')} action={t('leave.action')} {...props} />
}

/** The position of this document in the window's history; null where the browser does not provide it. */
const placeInHistory = (): number | null =>
  'navigation' in window ? (window.navigation.currentEntry?.index ?? null) : null

/** The internal link followed by a click in this window; null for any other click. */
function followed(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  return link && isPlain && link.target !== '_blank' && belowSite(link) !== null ? link : null
}

/** A click that leads back here loses nothing. */
const keepsDraft = (event: MouseEvent): boolean => followed(event)?.dataset['keepsDraft'] !== undefined

/** The address of a click that leaves this screen in this window; null for any other click. */
function leavingTo(event: MouseEvent): string | null {
  const link = followed(event)
  if (!link) return null
  const path = belowSite(link) ?? ''
  const isHere = path === pathHere() && link.search === location.search && link.hash !== ''
  return isHere || link.isContentEditable ? null : path + link.search + link.hash
}
