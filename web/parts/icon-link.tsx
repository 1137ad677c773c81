import './button.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface IconLinkProps {
  /** Its target: accessible name and tooltip. */
  readonly label: string
  readonly href: string
  readonly children: ReactNode
}

/** A link shown as an icon only. */
export const IconLink = ({ label, href, children }: IconLinkProps) => (
  <Link className="icon-button" href={href} title={label} aria-label={label}>
    {children}
  </Link>
)
