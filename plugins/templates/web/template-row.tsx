import type { ReactNode } from 'react'

interface TemplateRowProps {
  readonly title: string
  readonly facts: string
  /** Its actions. */
  readonly children: ReactNode
}

export const TemplateRow = ({ title, facts, children }: TemplateRowProps) => (
  <li>
    <div>
      <strong>{title}</strong>
      <small>{facts}</small>
    </div>
    <div className="template-actions">{children}</div>
  </li>
)
