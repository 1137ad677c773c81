import { Component, type ReactNode } from 'react'
import { ErrorScreen } from '../screens/error/error-screen.tsx'

interface Props {
  readonly children: ReactNode
}
interface State {
  readonly hasFailed: boolean
}

/** Shows a screen instead of nothing when rendering breaks. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }
  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}
