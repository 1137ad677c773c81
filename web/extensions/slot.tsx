import { TriangleAlert, Unplug } from 'lucide-react'
import { Component, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeScreen } from '../parts/notice-screen.tsx'
import { Part, type PartProps } from '../parts/part.tsx'
import { showToast } from '../parts/toast-store.ts'

/** How to show that a contribution failed, depending on the available space. */
export type FailureLook = 'text' | 'screen' | 'icon' | 'menuItem' | 'toast'

interface SlotProps extends PartProps {
  readonly pluginId: string
  /** A line of text when left out. */
  readonly failure?: FailureLook
  /** Shown below the message, in place of the failed contribution. */
  readonly otherwise?: ReactNode
}

/** Error boundary around one contribution. */
export const Slot = ({ pluginId, failure = 'text', otherwise, ...part }: SlotProps) => (
  <Boundary pluginId={pluginId} failure={failure} otherwise={otherwise}>
    <Part {...part} />
  </Boundary>
)

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
    const Failed = LOOKS[failure]
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
function useFailedText(pluginId: string): string {
  const { t } = useTranslation()
  return t('plugin.failed', { plugin: pluginId })
}

const FailedText = ({ pluginId }: FailedProps) => (
  <p className="error-state" role="alert">
    {useFailedText(pluginId)}
  </p>
)

function FailedScreen({ pluginId }: FailedProps) {
  const { t } = useTranslation()
  const link = { href: '/item/index', label: t('nav.myItems') }
  return <NoticeScreen icon={<Unplug />} title={t('error.title')} text={useFailedText(pluginId)} link={link} />
}

function FailedIcon({ pluginId }: FailedProps) {
  const text = useFailedText(pluginId)
  return (
    <span className="icon-button" role="img" title={text} aria-label={text}>
      <TriangleAlert aria-hidden />
    </span>
  )
}

const FailedMenuItem = ({ pluginId }: FailedProps) => (
  <span role="menuitem" aria-disabled tabIndex={-1} className="menu-item">
    <TriangleAlert aria-hidden />
    {useFailedText(pluginId)}
  </span>
)

/** For contributions without a place of their own on the screen. */
function FailedToast({ pluginId }: FailedProps) {
  const text = useFailedText(pluginId)
  useEffect(() => showToast(text, 'bad'), [text])
  return null
}

const LOOKS = {
  text: FailedText,
  screen: FailedScreen,
  icon: FailedIcon,
  menuItem: FailedMenuItem,
  toast: FailedToast,
} satisfies Readonly<Record<FailureLook, unknown>>
