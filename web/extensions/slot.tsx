import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Part, type PartProps } from '../parts/part.tsx'

interface SlotProps extends PartProps {
  readonly pluginId: string
}

/** One contribution of a plugin: when it breaks only it does. */
export const Slot = ({ pluginId, ...part }: SlotProps) => (
  <Boundary pluginId={pluginId}>
    <Part {...part} />
  </Boundary>
)

interface BoundaryProps {
  readonly pluginId: string
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
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
