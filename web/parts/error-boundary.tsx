import { Component, type ReactNode } from 'react'
import { lazyPart, Part } from './part.tsx'

const ErrorScreen = lazyPart(async () => (await import('./error-screen.tsx')).ErrorScreen)

interface Props {
  readonly children: ReactNode
}
interface State {
  readonly hasFailed: boolean
}

/** Shows an error screen when rendering fails. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }
  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Part isScreen>
        <ErrorScreen />
      </Part>
    )
  }
}
