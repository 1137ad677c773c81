import './button.css'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook
}

export const Button = ({ look = 'plain', className = '', ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={`button ${className}`} data-look={look} />
)

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
  readonly look?: ButtonLook
  readonly children: ReactNode
}

/** A link that looks like a button. */
export const ButtonLink = ({ look = 'plain', ...rest }: ButtonLinkProps) => (
  <Link {...rest} className="button" data-look={look} />
)
