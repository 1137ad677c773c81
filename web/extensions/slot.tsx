import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Part, type PartProps } from '../parts/part.tsx'

interface SlotProps extends PartProps {
  readonly pluginId: string
  /** What is shown below the message in place of what is broken. */
  readonly otherwise?: ReactNode
}

/** One contribution of a plugin: when it breaks only it does. */
export const Slot = ({ pluginId, otherwise, ...part }: SlotProps) => (
  <Boundary pluginId={pluginId} otherwise={otherwise}>
    <Part {...part} />
  </Boundary>
)

interface BoundaryProps {
  readonly pluginId: string
  readonly otherwise: ReactNode
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render() {
    const { pluginId, otherwise, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <>
        <PluginFailed pluginId={pluginId} />
        {otherwise}
      </>
    )
  }
}

function PluginFailed({ pluginId }: { readonly pluginId: string }) {
  const { t } = useTranslation()
  return <p role="alert">{t('plugin.failed', { plugin: pluginId })}</p>
}
