import './button.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface IconLinkProps {
  /** Where it leads: read out, and shown on hover. */
  readonly label: string
  readonly href: string
  readonly children: ReactNode
}

/** A way to another screen that is only an icon. */
export const IconLink = ({ label, href, children }: IconLinkProps) => (
  <Link className="icon-button" href={href} title={label} aria-label={label}>
    {children}
  </Link>
)
