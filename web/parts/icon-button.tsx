import './button.css'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its action: accessible name and tooltip. */
  readonly label: string
  readonly children: ReactNode
}

export const IconButton = ({ label, className = '', ...rest }: IconButtonProps) => (
  <button type="button" title={label} aria-label={label} {...rest} className={`icon-button ${className}`} />
)
