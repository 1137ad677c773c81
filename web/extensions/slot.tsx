import { Component, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SlotProps {
  readonly pluginId: string
  /** Shown while it loads; nothing when left out. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** One contribution of a plugin: when it breaks only it does. */
export const Slot = (props: SlotProps) => (
  <Boundary {...props}>
    <Suspense fallback={props.waiting ?? null}>{props.children}</Suspense>
  </Boundary>
)

class Boundary extends Component<SlotProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <PluginFailed pluginId={this.props.pluginId} /> : this.props.children
  }
}

function PluginFailed({ pluginId }: { readonly pluginId: string }) {
  const { t } = useTranslation()
  return <p role="alert">{t('plugin.failed', { plugin: pluginId })}</p>
}
