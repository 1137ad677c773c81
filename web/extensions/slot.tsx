import { Hourglass, TriangleAlert, Unplug } from 'lucide-react'
import { Component, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../parts/button.tsx'
import { NoticeScreen } from '../parts/notice-screen.tsx'
import { Part, type FailedPartProps, type PartProps } from '../parts/part.tsx'
import { hideToast, showToast, shownToasts } from '../parts/toast-store.ts'
import { goTo } from '../site-path.ts'

/** How to show that a contribution failed, depending on the available space. */
export type FailureLook = 'text' | 'screen' | 'icon' | 'menuItem' | 'toast'

interface SlotProps extends Omit<PartProps, 'failedTitle' | 'Failed'> {
  readonly pluginId: string
  /** A line of text when left out. */
  readonly failure?: FailureLook
  /** Shown below the message, in place of the failed contribution. */
  readonly otherwise?: ReactNode
}

/**
 * Error boundary around one contribution. Whatever it says names the plugin: that it failed, that it could not be loaded,
 * or that loading takes long, unless `waiting` is null, where something else is shown meanwhile.
 */
export function Slot({ pluginId, failure = 'text', otherwise, waiting, ...part }: SlotProps) {
  const { t } = useTranslation()
  const { Slow, NotLoaded } = LOOKS[failure]
  const patient =
    waiting === null || !Slow ? (
      waiting
    ) : (
      <Patience waiting={waiting} late={<Slow pluginId={pluginId} onClose={part.onClose} />} />
    )
  return (
    <Boundary pluginId={pluginId} failure={failure} otherwise={otherwise}>
      <Part
        {...part}
        waiting={patient}
        failedTitle={t('plugin.notLoaded', { plugin: pluginId })}
        {...(NotLoaded && { Failed: NotLoaded })}
      />
    </Boundary>
  )
}

interface BoundaryProps {
  readonly pluginId: string
  readonly failure: FailureLook
  readonly otherwise: ReactNode
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render() {
    const { pluginId, failure, otherwise, children } = this.props
    if (!this.state.hasFailed) return children
    const { Failed } = LOOKS[failure]
    return (
      <>
        <Failed pluginId={pluginId} />
        {otherwise}
      </>
    )
  }
}

interface FailedProps {
  readonly pluginId: string
}
interface SlowProps extends FailedProps, Pick<PartProps, 'onClose'> {}
function useFailedText(pluginId: string): string {
  const { t } = useTranslation()
  return t('plugin.failed', { plugin: pluginId })
}

const FailedText = ({ pluginId }: FailedProps) => (
  <p className="error-state" role="alert">
    {useFailedText(pluginId)}
  </p>
)

const MY_ITEMS = '/item/index'

function FailedScreen({ pluginId }: FailedProps) {
  const { t } = useTranslation()
  const link = { href: MY_ITEMS, label: t('nav.myItems') }
  return <NoticeScreen icon={<Unplug />} title={t('error.title')} text={useFailedText(pluginId)} link={link} />
}

function FailedIcon({ pluginId }: FailedProps) {
  return <WarningIcon text={useFailedText(pluginId)} />
}

const WarningIcon = ({ text }: { readonly text: string | undefined }) => (
  <span className="icon-button" role="img" title={text} aria-label={text}>
    <TriangleAlert aria-hidden />
  </span>
)

function FailedMenuItem({ pluginId }: FailedProps) {
  return <WarningItem text={useFailedText(pluginId)} />
}

const WarningItem = ({ text }: { readonly text: string | undefined }) => (
  <span role="menuitem" aria-disabled tabIndex={-1} className="menu-item">
    <TriangleAlert aria-hidden />
    {text}
  </span>
)

/** For contributions without a place of their own on the screen. */
function FailedToast({ pluginId }: FailedProps) {
  return <ToastOf text={useFailedText(pluginId)} />
}

function ToastOf({ text }: { readonly text: string }) {
  useEffect(() => showToast(text, 'bad'), [text])
  return null
}

function SlowText({ pluginId }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div className="error-state part-failed" role="status">
      <strong>{t('plugin.slow', { plugin: pluginId })}</strong>
      <p>{t('plugin.slowText')}</p>
      <Button onClick={reload}>{t('action.retry')}</Button>
      <Button look="quiet" onClick={goBack}>
        {t('action.back')}
      </Button>
    </div>
  )
}

function SlowScreen({ pluginId }: FailedProps) {
  const { t } = useTranslation()
  return (
    <NoticeScreen
      icon={<Hourglass />}
      title={t('plugin.slow', { plugin: pluginId })}
      text={t('plugin.slowText')}
      actions={<WaysOut onRetry={reload} />}
    />
  )
}

function NotLoadedScreen({ title = '', onRetry }: FailedPartProps) {
  const { t } = useTranslation()
  return (
    <NoticeScreen
      icon={<Unplug />}
      title={title}
      text={t('part.text')}
      actions={<WaysOut {...{ onRetry }} mayBeOutdated />}
    />
  )
}

interface WaysOutProps extends Pick<FailedPartProps, 'onRetry'> {
  /** After an update, files are at other addresses, which only a new document knows. */
  readonly mayBeOutdated?: boolean
}

function WaysOut({ onRetry, mayBeOutdated = false }: WaysOutProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button look="primary" onClick={onRetry}>
        {t('action.retry')}
      </Button>
      {mayBeOutdated && <Button onClick={reload}>{t('action.reload')}</Button>}
      <Button onClick={goBack}>{t('action.back')}</Button>
      <ButtonLink href={MY_ITEMS}>{t('nav.myItems')}</ButtonLink>
    </>
  )
}

// A link that was opened in a new tab has nothing before it.
const goBack = (): void => (history.length > 1 ? history.back() : goTo(MY_ITEMS))
// A module that is still being loaded would not be asked for again. What was typed is kept as a draft.
const reload = (): void => location.reload()

const SlowMenuItem = ({ pluginId }: FailedProps) => {
  const { t } = useTranslation()
  return <WarningItem text={t('plugin.slow', { plugin: pluginId })} />
}

/** Offers to call off a dialog that is still loading. */
function SlowToast({ pluginId, onClose }: SlowProps) {
  const { t } = useTranslation()
  const text = t('plugin.slow', { plugin: pluginId })
  const label = t('action.cancel')
  const isOffered = onClose !== undefined
  const callOff = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const action = { label, run: () => callOff() }
    showToast(text, 'bad', isOffered ? action : undefined)
    return () => {
      // It must not close the dialog that has come.
      for (const toast of shownToasts()) if (toast.action === action) hideToast(toast.id)
    }
  }, [text, label, isOffered])
  return null
}

interface Look {
  readonly Failed: ComponentType<FailedProps>
  /** Nothing is said where nothing was asked for. */
  readonly Slow: ComponentType<SlowProps> | null
  /** A message with a retry button in the text, or in a dialog, when left out. */
  readonly NotLoaded?: ComponentType<FailedPartProps>
}

const LOOKS: Readonly<Record<FailureLook, Look>> = {
  text: { Failed: FailedText, Slow: SlowText },
  screen: { Failed: FailedScreen, Slow: SlowScreen, NotLoaded: NotLoadedScreen },
  icon: { Failed: FailedIcon, Slow: null, NotLoaded: ({ title }) => <WarningIcon text={title} /> },
  menuItem: { Failed: FailedMenuItem, Slow: SlowMenuItem, NotLoaded: ({ title }) => <WarningItem text={title} /> },
  toast: { Failed: FailedToast, Slow: SlowToast },
}

const PATIENCE_MS = 6_000

interface PatienceProps {
  readonly waiting: ReactNode
  /** Shown in its place after some seconds. */
  readonly late: ReactNode
}

/** What is shown while something is loading, which may never end. */
function Patience({ waiting, late }: PatienceProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? late : waiting
}
