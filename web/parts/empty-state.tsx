import './state.css'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  /** One or two suggested actions. */
  readonly actions?: ReactNode
  /** 1 when it fills the screen. */
  readonly headingLevel?: 1 | 2
}

export function EmptyState({ icon, title, text, actions, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className="state">
      {icon && (
        <div className="state-icon" aria-hidden>
          {icon}
        </div>
      )}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  )
}
