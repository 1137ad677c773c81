import './top-bar.css'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { showBar } from './shown-bar.ts'
import { LanguageMenu, SchemeButton } from '../account/preferences.tsx'
import { UserMenu } from '../account/user-menu.tsx'

export interface TopBarProps {
  /** Left of the logo: the button of a drawer. */
  readonly start?: ReactNode
  /** The current location. */
  readonly title?: ReactNode
  /** After the title: a search box. */
  readonly children?: ReactNode
  /** Actions, before language, colours and account. */
  readonly actions?: ReactNode
}

/** The header of every screen. */
export const TopBar = ({ start, title, children, actions }: TopBarProps) => (
  <header className="top-bar" ref={showBar}>
    {start}
    <Brand />
    {title && <span className="top-bar-title">{title}</span>}
    {children}
    <span className="top-bar-space" />
    {actions}
    <LanguageMenu />
    <SchemeButton />
    <UserMenu />
  </header>
)
